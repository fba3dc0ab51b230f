import { z } from 'zod';
import { languages } from '../limits.ts';
import { id, moment } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, text } from './stored.ts';

/**
 * What became of an invitation's letter: `queued` until a mail-worker takes it, `sending` while the mail server is asked,
 * then `sent` or `refused` with the server's words, or `unknown` when the worker was interrupted: a person may send it
 * again, a worker never does.
 */
export const inviteLetter = z.object({
  state: z.enum(['queued', 'sending', 'sent', 'refused', 'unknown']),
  at: date,
  /** The mail server's words. */
  reply: anyText.exactOptional(),
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
        type: inviteLetter.extend({ at: moment }),
        view: ({ at, ...letter }: InviteLetter) => ({ ...letter, at: at.toISOString() }),
      },
    }),
    acceptedBy: optionalField(anyText),
    acceptedAt: optionalField(date),
  },
  indexes: [
    { keys: ['tenantId', 'email'], unique: true, where: { state: 'pending' } },
    { keys: ['tenantId', 'createdAt', '_id'] },
    { keys: ['email'] },
    { keys: ['code'] },
  ],
});
