import type { membersApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { memberView } from '../../views/member.ts';
import { changeBy, isOwner, memberToChange } from './rules.ts';

export const changeRole: Handler<(typeof membersApi.calls)['change-role']> = async (
  { tenantId, person, roles, body },
  { store, audit, sockets },
) => {
  const { _id, userId, role, userEmail } = await memberToChange(tenantId, body.memberId, roles, store);
  if (userId === person.userId) throw new AppError('cannot_change_own_role');
  if (body.newRole === 'owner' && !isOwner(roles)) throw new AppError('cannot_assign_owner');
  const changed = await store.members.changeRole(tenantId, _id, body.newRole, changeBy(roles));
  sockets.evictMember(tenantId, userId);
  await audit.note(tenantId, person, {
    action: 'members.change-role',
    target: userId,
    details: { email: userEmail, from: role, to: body.newRole },
  });
  return memberView(changed);
};
