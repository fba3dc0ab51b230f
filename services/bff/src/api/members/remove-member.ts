import type { membersApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { changeBy, memberToChange } from './rules.ts';

export const removeMember: Handler<(typeof membersApi.calls)['remove-member']> = async (
  { tenantId, person, roles, body },
  { store, audit, sockets },
) => {
  const { _id, userId, role, userEmail } = await memberToChange(tenantId, body.memberId, roles, store);
  if (userId === person.userId) throw new AppError('cannot_remove_self');
  await store.members.remove(tenantId, _id, changeBy(roles));
  sockets.evictMember(tenantId, userId);
  await audit.note(tenantId, person, {
    action: 'members.remove-member',
    target: userId,
    details: { email: userEmail, role },
  });
  return { success: true };
};
