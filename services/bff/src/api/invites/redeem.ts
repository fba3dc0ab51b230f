import type { invitesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { join } from '../members/join.ts';
import { spendTry } from './spend-try.ts';

/** The code admits any person with a verified address, once. */
export const redeem: Handler<(typeof invitesApi.calls)['redeem']> = async (
  { body, person, address },
  context,
) => {
  await spendTry(context, person, address);
  const invite = await context.store.invites.acrossTenants.byCode(body.token, person.userId);
  if (invite === null || (invite.state === 'pending' && invite.expiresAt <= new Date())) {
    throw new AppError('invalid_invite');
  }
  if (!person.emailVerified) throw new AppError('email_unverified');
  return join(invite, person, context);
};
