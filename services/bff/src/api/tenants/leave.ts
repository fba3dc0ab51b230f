import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

export const leave: Handler<(typeof tenantsApi.calls)['leave']> = async (
  { tenantId, person },
  { store, audit, sockets },
) => {
  const member = await store.members.of(tenantId, person.userId);
  // A super admin acts in an organization without belonging to it.
  if (member === null) throw new AppError('not_member');
  await store.members.remove(tenantId, member._id);
  sockets.evictMember(tenantId, person.userId);
  await audit.note(tenantId, person, {
    action: 'tenants.leave',
    target: person.userId,
    details: { role: member.role },
  });
  return { success: true };
};
