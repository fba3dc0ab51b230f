import type { membersApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { inviteView } from '../../views/member.ts';
import { createInvite } from './create-invite.ts';

export const resendInvite: Handler<(typeof membersApi.calls)['resend-invite']> = async (
  { tenantId, person, body },
  context,
) => {
  const found = await context.store.invites.get(tenantId, body.inviteId);
  if (found?.state !== 'pending') throw new AppError('invalid_invite');
  const { email, language = 'en' } = found;
  const members = await context.store.members.list(tenantId);
  // They may have joined by a code that was sent to another address.
  if (members.some(({ userEmail }) => userEmail.toLowerCase() === email))
    throw new AppError('already_member');
  await context.rates.spend('invite', tenantId);
  return inviteView(await createInvite(tenantId, { email, person, language }, context));
};
