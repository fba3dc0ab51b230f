import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, flag, text } from './stored.ts';

/** A user of the identity provider. The key is `issuer` + `subject`, never the e-mail. */
export const userEntity = defineEntity({
  collection: 'users',
  fields: {
    _id: field(text),
    issuer: field(text),
    subject: field(text),
    email: field(anyText),
    emailVerified: field(flag),
    name: field(anyText),
    pictureUrl: optionalField(anyText),
    /** The tenant used last, for the permissions in a new access token. */
    lastTenantId: optionalField(anyText),
    /** The address in the list of super admins that is bound to this user, even if another user has it later. */
    superAdminAddress: optionalField(anyText),
    /** Set together with `superAdminAddress`, because a partial unique index needs an equality filter. */
    hasSuperAdminAddress: optionalField(z.literal(true), { internal: true }),
    createdAt: field(date),
    lastSignInAt: field(date),
  },
  indexes: [
    { keys: ['issuer', 'subject'], unique: true },
    { keys: ['superAdminAddress'], unique: true, where: { hasSuperAdminAddress: true } },
  ],
});
