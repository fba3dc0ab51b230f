import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, flag, text } from './stored.ts';

/** A person as the identity provider names them. The key is `issuer` + `subject`, never the e-mail. */
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
    /** The tenant used last, for the permissions in a fresh token. */
    lastTenantId: optionalField(anyText),
    /** The listed address of a super admin that belongs to this person alone, whoever holds the address later. */
    superAdminAddress: optionalField(anyText),
    /** Beside an address: the unique index is partial on equality. */
    hasSuperAdminAddress: optionalField(z.literal(true), { internal: true }),
    createdAt: field(date),
    lastSignInAt: field(date),
  },
  indexes: [
    { keys: ['issuer', 'subject'], unique: true },
    { keys: ['superAdminAddress'], unique: true, where: { hasSuperAdminAddress: true } },
  ],
});
