import type { organizationsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { confirmedLookAlikes } from '../../identity/names.ts';
import { answer } from './describe.ts';

/** The operator confirms the identity of an organization. */
export const confirm: Handler<(typeof organizationsApi.calls)['confirm']> = async (
  { body, person },
  context,
) => {
  const { store, audit } = context;
  const tenant = await store.tenants.get(body.id);
  if (tenant === null) throw new AppError('tenant_not_found');
  const alike = await confirmedLookAlikes(store, [tenant.name, tenant.publicName], tenant._id);
  if (alike[0]) {
    throw new AppError('tenant_name_confusable', { details: { _id: alike[0]._id, name: alike[0].name } });
  }
  await audit.note(tenant._id, person, { action: 'organizations.confirm', details: { how: body.how } });
  await store.tenants.confirm(tenant._id, { by: person.userId, at: new Date(), how: body.how });
  return answer(tenant._id, context);
};
