import type { membersApi } from '@sello/contracts';
import { identityOf } from '@sello/store';
import type { Handler } from '../../http/implement.ts';

export const myPendingInvites: Handler<(typeof membersApi.calls)['my-pending-invites']> = async (
  { person },
  { store },
) => {
  if (!person.emailVerified) return [];
  const invites = await store.invites.acrossTenants.pendingFor(person.email);
  const tenantIds = invites.map(({ tenantId }) => tenantId);
  const [tenants, domains, inviters] = await Promise.all([
    store.tenants.getMany(tenantIds),
    store.domains.acrossTenants.ofMany(tenantIds),
    store.members.ofMany(invites.map(({ tenantId, invitedBy: userId }) => ({ tenantId, userId }))),
  ]);
  return invites.flatMap(({ _id, tenantId, invitedBy, createdAt, expiresAt }) => {
    const tenant = tenants.find((one) => one._id === tenantId);
    if (tenant === undefined || tenant.deletion) return [];
    const { kind, domain } = identityOf(tenant, domains.get(tenantId) ?? null);
    const inviter = inviters.find((one) => one.tenantId === tenantId && one.userId === invitedBy);
    return [
      {
        ...{ _id, tenantId, tenantName: tenant.name },
        identity: { kind, ...(domain !== undefined && { domain }) },
        ...(inviter?.status === 'active' && { inviter: inviter.userEmail }),
        ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
      },
    ];
  });
};
