import type { membersApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const myPendingInvites: Handler<(typeof membersApi.calls)['my-pending-invites']> = async (
  { person },
  { store },
) => {
  if (!person.emailVerified) return [];
  const invites = await store.invites.acrossTenants.pendingFor(person.email);
  const tenants = new Map(
    (await store.tenants.getMany(invites.map(({ tenantId }) => tenantId))).map((tenant) => [
      tenant._id,
      tenant,
    ]),
  );
  return invites.flatMap(({ _id, tenantId, createdAt, expiresAt }) => {
    const tenant = tenants.get(tenantId);
    if (tenant === undefined || tenant.deletion) return [];
    const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
    return [{ _id, tenantId, tenantName: tenant.name, ...times }];
  });
};
