import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, text } from './stored.ts';

const inviteState = z.enum(['pending', 'accepted', 'revoked']);

export const inviteEntity = defineEntity({
  collection: 'invites',
  fields: {
    _id: field(text),
    tenantId: field(text),
    /** Lower-cased. */
    email: field(text),
    /** Ten Crockford base 32 characters; can be used once, by any user with a verified e-mail. */
    code: field(text),
    state: field(inviteState),
    invitedBy: field(text),
    createdAt: field(date),
    expiresAt: field(date),
    acceptedBy: optionalField(anyText),
    acceptedAt: optionalField(date),
  },
  indexes: [
    { keys: ['tenantId', 'email'], unique: true, where: { state: 'pending' } },
    { keys: ['email'] },
    { keys: ['code'] },
  ],
});
