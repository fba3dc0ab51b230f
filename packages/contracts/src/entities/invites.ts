import { z } from 'zod';
import { languages } from '../limits.ts';
import { id } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { letterView, shownLetter, storedLetter } from './letters.ts';
import { anyText, asMoment, date, text } from './stored.ts';

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
    /**
     * 128 random bits as hex, in the link beside the id: whoever has it was given the link. Made with the record, so that
     * links that were sent stay good; absent on those from before.
     */
    secret: optionalField(text),
    state: field(inviteState),
    invitedBy: field(text),
    createdAt: field(date, { wire: asMoment }),
    expiresAt: field(date, { wire: asMoment }),
    /** The language of the letter: the inviter's. */
    language: optionalField(z.enum(languages)),
    letter: optionalField(storedLetter, { wire: { type: shownLetter, view: letterView } }),
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
