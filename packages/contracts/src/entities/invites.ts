import { z } from 'zod';
import { errorCode } from '../error-bodies.ts';
import { languages } from '../limits.ts';
import { id, moment } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, number, text } from './stored.ts';

/**
 * What became of an invitation's letter: `queued` until a mail-worker takes it, `sending` while the mail server is asked,
 * then `sent`, `refused` (by the mail server, or because the organization may send nothing now), or `unknown` when the
 * answer was lost: a person may send it again, a worker never does.
 */
const shownLetter = z.object({
  state: z.enum(['queued', 'sending', 'sent', 'refused', 'unknown']),
  /** When it came into this state. */
  at: moment,
  /** Why it was not sent: `email_refused`, `email_unknown`, `unavailable`, `mail_paused`, `mail_quota_reached`. */
  code: errorCode.exactOptional(),
  /** What the mail server said. */
  reply: anyText.exactOptional(),
  /** The mail server was unavailable; the letter is queued until then. */
  retryAt: moment.exactOptional(),
});

export const inviteLetter = shownLetter.extend({
  /** Each letter has its own, also a further one of the same invitation. */
  id: text,
  at: date,
  attempts: number,
  /** A mail server that was unavailable is tried again then. */
  retryAt: date.exactOptional(),
  /** Id of the attempt, to identify its own answer. */
  sendingId: text.exactOptional(),
});
export type InviteLetter = z.infer<typeof inviteLetter>;

const inviteState = z.enum(['pending', 'accepted', 'revoked']);

export const inviteEntity = defineEntity({
  collection: 'invites',
  fields: {
    _id: field(text, { wire: id }),
    tenantId: field(text),
    /** Lower-cased. */
    email: field(text, { wire: true }),
    /** Ten Crockford base 32 characters; can be used once, by any user with a verified e-mail. */
    code: field(text),
    state: field(inviteState),
    invitedBy: field(text),
    createdAt: field(date, { wire: asMoment }),
    expiresAt: field(date, { wire: asMoment }),
    /** The language of the letter: the inviter's. */
    language: optionalField(z.enum(languages)),
    letter: optionalField(inviteLetter, {
      wire: {
        type: shownLetter,
        view: ({ state, at, code, reply, retryAt }: InviteLetter) => ({
          ...{ state, at: at.toISOString() },
          ...(code !== undefined && { code }),
          ...(reply !== undefined && { reply }),
          ...(retryAt !== undefined && { retryAt: retryAt.toISOString() }),
        }),
      },
    }),
    acceptedBy: optionalField(anyText),
    acceptedAt: optionalField(date),
    /** When the membership that it gave began to end: from then on it admits nobody, also not the person again. */
    membershipEndedAt: optionalField(date),
  },
  indexes: [
    { keys: ['tenantId', 'email'], unique: true, where: { state: 'pending' } },
    { keys: ['tenantId', 'createdAt', '_id'] },
    { keys: ['email'] },
    { keys: ['code'] },
    { keys: ['letter.state', 'letter.at'], where: { state: 'pending' } },
  ],
});
