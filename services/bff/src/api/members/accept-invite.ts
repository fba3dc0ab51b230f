import type { membersApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { join } from './join.ts';

/** Only the person with the invited address, verified by the identity provider, can accept by the link. */
export const acceptInvite: Handler<(typeof membersApi.calls)['accept-invite']> = async (
  { person, body },
  context,
) => {
  const invite = await context.store.invites.acrossTenants.get(body.inviteId);
  if (invite === null) throw new AppError('invalid_invite');
  if (invite.email !== person.email) throw new AppError('invitation_other_address');
  if (!person.emailVerified) throw new AppError('email_unverified');
  return join(invite, person, context);
};
