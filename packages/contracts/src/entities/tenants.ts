import { z } from 'zod';
import { identityKind } from '../identity.ts';
import { tenantRole } from '../permissions.ts';
import { id } from '../scalars.ts';
import { signingAlgorithm } from '../signing.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, flag, number, text } from './stored.ts';
import { wireSchema } from './wire.ts';

const confirmation = z.object({
  /** The super admin; the creator where the platform's rules confirm by themselves. */
  by: text,
  at: date,
  /** How it was checked; for the audit log, never public. */
  how: text,
});

const formerIdentity = z.object({
  kind: identityKind.exclude(['unproven']),
  domain: anyText.exactOptional(),
  since: date,
  lapsedAt: date,
});

export const tenantEntity = defineEntity({
  collection: 'tenants',
  fields: {
    _id: field(text, { wire: id }),
    name: field(text, { wire: true }),
    /** Lower-cased, accents folded; what names are compared and sorted by. */
    nameKey: field(text),
    publicName: field(anyText, { wire: true }),
    logoUrl: optionalField(anyText, { wire: true }),
    /** The public verify page shows the id number in full. */
    showIdNumber: field(flag),
    /** Anyone who knows a certificate may fetch its file. */
    publicDownload: field(flag),
    selfSignedEnabled: field(flag),
    /** Algorithm of the next generated signing certificate. */
    algorithm: field(signingAlgorithm),
    createdBy: field(text),
    createdAt: field(date),
    updatedAt: field(date),
    /** Held while owners change, so that two changes at once cannot remove the last one. */
    ownerLock: optionalField(z.object({ id: text, until: date }), { internal: true }),
    /** What name and public name look like (Unicode TS 39): by them a name that can be mistaken is found. */
    skeletons: field(z.array(anyText)),
    /** The operator's word for the organization. */
    confirmation: optionalField(confirmation),
    /** Proofs of identity that have ended, newest last: certificates of their time name them. */
    formerIdentities: optionalField(z.array(formerIdentity)),
    /** Nobody but super admins gets into the organization. */
    signInsPause: optionalField(z.object({ at: date, by: text, reason: text })),
    /** Counts the changes of its domain and its signing certificates: who remembers those sees here that they are old. */
    issuerChanges: optionalField(number),
  },
  computed: {
    /** The caller's role in it; super admins who are no members have none. */
    role: tenantRole.optional(),
  },
  indexes: [
    { keys: ['nameKey'] },
    { keys: ['skeletons'] },
    { keys: ['createdAt', '_id'] },
    { keys: ['confirmation.at'] },
    { keys: ['signInsPause.at'] },
  ],
});

export const tenant = wireSchema(tenantEntity);
export type Tenant = z.infer<typeof tenant>;
