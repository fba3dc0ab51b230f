import { email as emailSchema, limits, type membersApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { inviteView } from '../../views/member.ts';
import { createInvite } from './create-invite.ts';

type Uninvited = { email: string; code: 'cannot_invite_self' | 'already_member' };

/**
 * Invites each address once, in lower case; one that was given more than once is also in `repeated`. Nobody is invited
 * when an address is no e-mail (`invitee_invalid`); the caller's own address and those of members are left out and
 * listed in the reply, or are the error when no other was given.
 */
export const invite: Handler<(typeof membersApi.calls)['invite']> = async (
  { tenantId, person, body },
  context,
) => {
  const given = body.emails.map((email) => email.toLowerCase());
  const emails = [...new Set(given)];
  if (emails.length > limits.invitesPerHour) {
    throw new AppError('invites_exceeded', { details: { max: limits.invitesPerHour } });
  }
  const invalid = emails.find((email) => !emailSchema.safeParse(email).success);
  if (invalid !== undefined) {
    throw new AppError('invitee_invalid', { details: { email: invalid.slice(0, 100) } });
  }
  const members = new Set(
    (await context.store.members.list(tenantId)).map(({ userEmail }) => userEmail.toLowerCase()),
  );
  const uninvited: Uninvited[] = emails.flatMap((email): Uninvited[] => {
    if (email === person.email) return [{ email, code: 'cannot_invite_self' }];
    return members.has(email) ? [{ email, code: 'already_member' }] : [];
  });
  const wanted = emails.filter((email) => !uninvited.some((one) => one.email === email));
  if (wanted.length === 0) throw new AppError(uninvited[0]!.code);
  await context.rates.spend('invite', tenantId, wanted.length);

  const invites = [];
  for (const email of wanted) {
    invites.push(await createInvite(tenantId, { email, person, language: body.language }, context));
  }
  const repeated = emails.filter((email) => given.indexOf(email) !== given.lastIndexOf(email));
  return { invites: invites.map(inviteView), uninvited, repeated };
};
