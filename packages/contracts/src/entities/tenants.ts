import { z } from 'zod';
import { identityKind } from '../identity.ts';
import { languages } from '../limits.ts';
import { tenantRole } from '../permissions.ts';
import { id, moment } from '../scalars.ts';
import { signatory } from '../signatories.ts';
import { signingAlgorithm } from '../signing.ts';
import { defineEntity, field, type Migration, optionalField } from './define.ts';
import { domainSettings, domainStatus } from './domains.ts';
import { anyText, date, flag, number, text } from './stored.ts';
import { wireSchema } from './wire.ts';

const confirmation = z.object({
  /** The super admin, or the creator when the platform's settings confirm organizations automatically. */
  by: text,
  at: date,
  /** How the identity was checked; for the audit log, never public. */
  how: text,
});

const formerIdentity = z.object({
  kind: identityKind.exclude(['unproven']),
  domain: anyText.exactOptional(),
  since: date,
  lapsedAt: date,
});

/** An owner deleted the organization: it is closed, and after `until` its data is removed. */
const deletion = z.object({
  at: date,
  by: text,
  /** Before this time an owner can restore it. */
  until: date,
  /** Since when its data is being removed: from then on nobody can restore it. */
  removingSince: date.exactOptional(),
  /** When nothing was left but what its certificates need. */
  removedAt: date.exactOptional(),
});

/** Organizations of the first release have no skeletons, and those of version 2 have less of them. */
const withSkeletons: Migration = (older, { skeletons }) => ({
  ...older,
  skeletons: skeletons(String(older.name), String(older.publicName ?? older.name)),
});

export const tenantEntity = defineEntity({
  collection: 'tenants',
  version: 3,
  fields: {
    _id: field(text, { wire: id }),
    name: field(text, { wire: true }),
    /** The name in lower case without accents, for comparing and sorting. */
    nameKey: field(text),
    publicName: field(anyText, { wire: true }),
    logoUrl: optionalField(anyText, { wire: true, outlives: true }),
    /** The colour in which its certificates print its seal, `#rrggbb`; that of the design when absent. */
    sealColor: optionalField(text, { wire: true }),
    /** Who signs its certificates, in the order in which lines are filled. */
    signatories: optionalField(z.array(signatory), { wire: true }),
    /** IANA time zone of the day that its certificates print; absent until a creator's or an owner's browser named it. */
    timeZone: optionalField(text, { wire: true }),
    /** Whether the public verify page shows id numbers unmasked. */
    showIdNumber: field(flag),
    /** Whether anyone with the URL of a certificate can download its file. */
    publicDownload: field(flag),
    /** Where answers to its letters go, if it is still a verified address of an active member. */
    letterReplyTo: optionalField(text),
    /** Its own subjects of the letter, by language. */
    letterSubjects: optionalField(z.partialRecord(z.enum(languages), text)),
    selfSignedEnabled: field(flag),
    /** Algorithm of the next generated signing certificate. */
    algorithm: field(signingAlgorithm),
    createdBy: field(text),
    createdAt: field(date),
    updatedAt: field(date),
    /** A lock on changes of owners, so that two concurrent changes cannot remove the last owner. */
    ownerLock: optionalField(z.object({ id: text, until: date }), { internal: true }),
    /**
     * Skeletons of name and public name (Unicode TS 39), by which confusable names are found. What the store derives from a
     * name is part of a version: when it changes, the next migration derives it again.
     */
    skeletons: field(z.array(anyText)),
    /** The operator's confirmation of the organization's identity. */
    confirmation: optionalField(confirmation, { outlives: true }),
    /** Lapsed proofs of identity, newest last; certificates issued at that time show them. */
    formerIdentities: optionalField(z.array(formerIdentity), { outlives: true }),
    /** While set, only super admins can access the organization. */
    signInsPause: optionalField(z.object({ at: date, by: text, reason: text }), { outlives: true }),
    /** Incremented with changes of its domain and its signing certificates, to invalidate caches of those. */
    issuerChanges: optionalField(number, { outlives: true }),
    deletion: optionalField(deletion, { outlives: true }),
  },
  computed: {
    /** The caller's role in the tenant; absent for super admins who are not members. */
    role: tenantRole.optional(),
    /** Since when the caller is a member; only in the list of the caller's organizations. */
    joinedAt: moment.optional(),
    /** The caller is its only active owner, and so cannot leave it; only in the list of the caller's organizations. */
    onlyOwner: z.boolean().optional(),
    /** It is deleted and closed; an owner can restore it until `until`. */
    deletion: z.object({ at: moment, until: moment }).optional(),
    /** Its custom domain, in the replies of `my` and `settings`. */
    customDomain: z.object({ domain: z.string(), status: domainStatus, settings: domainSettings }).optional(),
  },
  indexes: [
    { keys: ['nameKey'] },
    { keys: ['skeletons'] },
    { keys: ['createdAt', '_id'] },
    { keys: ['confirmation.at'] },
    { keys: ['signInsPause.at'] },
    { keys: ['deletion.at'] },
  ],
  migrations: { 1: withSkeletons, 2: withSkeletons },
  isRewritten: true,
});

export const tenant = wireSchema(tenantEntity);
export type Tenant = z.infer<typeof tenant>;
