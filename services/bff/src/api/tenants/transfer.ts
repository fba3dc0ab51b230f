import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/** Only an owner gives the organization away. */
export const transfer: Handler<(typeof tenantsApi.calls)['transfer']> = async (
  { tenantId, person, body },
  { store, audit, sockets },
) => {
  const own = await store.members.of(tenantId, person.userId);
  if (own?.role !== 'owner') throw new AppError('cannot_change_owner');
  const other = await store.members.get(tenantId, body.memberId);
  if (other === null) throw new AppError('member_not_found');
  if (other._id === own._id) throw new AppError('cannot_change_own_role');
  await store.members.transfer(tenantId, own._id, other._id);
  sockets.evictMember(tenantId, other.userId);
  sockets.evictMember(tenantId, person.userId);
  await audit.note(tenantId, person, {
    action: 'tenants.transfer',
    target: other.userId,
    details: { email: other.userEmail },
  });
  return { success: true };
};
