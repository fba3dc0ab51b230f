import type { membersApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { memberView } from '../../views/member.ts';
import { changeBy, memberToChange } from './rules.ts';

export const setStatus: Handler<(typeof membersApi.calls)['set-status']> = async (
  { tenantId, person, roles, body: { memberId, status } },
  { store, audit, sockets },
) => {
  const { _id, userId, userEmail } = await memberToChange(tenantId, memberId, roles, store);
  if (userId === person.userId) throw new AppError('cannot_block_self');
  const changed = await store.members.setStatus(tenantId, _id, status, changeBy(roles));
  sockets.evictMember(tenantId, userId);
  await audit.note(tenantId, person, {
    action: 'members.set-status',
    target: userId,
    details: { email: userEmail, status },
  });
  return memberView(changed);
};
