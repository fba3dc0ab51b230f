import type { membersApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

export const revokeInvite: Handler<(typeof membersApi.calls)['revoke-invite']> = async (
  { tenantId, person, body },
  { store, audit },
) => {
  const invite = await store.invites.get(tenantId, body.inviteId);
  if (!(await store.invites.revoke(tenantId, body.inviteId))) throw new AppError('invalid_invite');
  await audit.note(tenantId, person, {
    action: 'members.revoke-invite',
    target: body.inviteId,
    details: { email: invite?.email },
  });
  return { success: true };
};
