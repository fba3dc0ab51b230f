import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type Confirmation, foldKey } from '@sello/store';
import type { Signups } from '../../auth/signups.ts';
import { copyBuiltIns } from '../../catalog/copy-built-ins.ts';
import type { Person } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';
import { checkNames } from '../../identity/names.ts';
import { tenantView } from '../../views/tenant.ts';

/** Unless sign-up is open, the operator knows everybody who can create an organization, so it counts as confirmed. */
function confirmationOf({ userId, isSuperAdmin }: Person, signups: Signups): Confirmation | undefined {
  if (!isSuperAdmin && signups === 'open') return undefined;
  const how = isSuperAdmin ? 'made by a super admin' : `made while sign-ups were ${signups}`;
  return { by: userId, at: new Date(), how };
}

/** Creates an organization owned by the caller, with the built-in templates in the requested language. */
export const create: Handler<(typeof tenantsApi.calls)['create']> = async (
  { person, body, operationId },
  { store, audit, lock, noteTenant, signups },
) => {
  if (body.name === '') throw new AppError('tenant_name_required');
  const { userId } = person;
  const tenant = await lock.hold(`tenants.create ${userId}`, { busy: 'rate_limited' }, async () => {
    const existing = await store.tenants.listOf(userId);
    const isTaken = ({ tenant: { _id, nameKey } }: (typeof existing)[number]) =>
      _id !== operationId && nameKey === foldKey(body.name);
    if (existing.some(isTaken)) throw new AppError('tenant_name_taken');
    const { isSuperAdmin } = person;
    await checkNames(store, { name: body.name }, { exceptId: operationId, isSuperAdmin });
    // The tenant's record is written last: after a crash before that the organization is not visible and its name is
    // still free.
    await copyBuiltIns(store, operationId, { language: body.language, userId });
    await audit.note(operationId, person, {
      action: 'tenants.create',
      target: operationId,
      details: { name: body.name },
    });
    return store.tenants.create({
      _id: operationId,
      name: body.name,
      owner: { userId, email: person.email, name: person.name ?? person.email },
      confirmation: confirmationOf(person, signups),
      timeZone: body.timeZone ?? undefined,
    });
  });
  noteTenant(person, tenant._id);
  return tenantView(tenant, 'owner');
};
