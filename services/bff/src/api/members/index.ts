import { membersApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { acceptInvite } from './accept-invite.ts';
import { changeRole } from './change-role.ts';
import { getInviteInfo } from './get-invite-info.ts';
import { invite } from './invite.ts';
import { list } from './list.ts';
import { listInvites } from './list-invites.ts';
import { myPendingInvites } from './my-pending-invites.ts';
import { removeMember } from './remove-member.ts';
import { resendInvite } from './resend-invite.ts';
import { revokeInvite } from './revoke-invite.ts';
import { setStatus } from './set-status.ts';

export const members = implement(membersApi, {
  list,
  'list-invites': listInvites,
  invite,
  'resend-invite': resendInvite,
  'revoke-invite': revokeInvite,
  'remove-member': removeMember,
  'change-role': changeRole,
  'set-status': setStatus,
  'accept-invite': acceptInvite,
  'get-invite-info': getInviteInfo,
  'my-pending-invites': myPendingInvites,
});
