import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { copyBuiltIns } from '../../catalog/copy-built-ins.ts';
import type { Handler } from '../../http/implement.ts';
import { tenantView } from '../../views/tenant.ts';

/** Makes an organization whose owner is the caller, with the built-in templates in the caller's language. */
export const create: Handler<(typeof tenantsApi.calls)['create']> = async (
  { person, body, operationId },
  { store, audit, noteTenant },
) => {
  if (body.name === '') throw new AppError('tenant_name_required');
  const asked = {
    _id: operationId,
    name: body.name,
    owner: { userId: person.userId, email: person.email, name: person.name ?? person.email },
  };
  const tenant = await store.tenants.create(asked);
  await copyBuiltIns(store, tenant._id, { language: body.language, userId: person.userId });
  await audit.note(tenant._id, person, { action: 'tenants.create', target: tenant._id });
  noteTenant(person, tenant._id);
  return tenantView(tenant, 'owner');
};
