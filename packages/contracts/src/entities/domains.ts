import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, flag, number, text } from './stored.ts';
import { wireSchema } from './wire.ts';

const dnsRecord = z.object({
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: text,
  value: text,
  /** The result of the last check; `unknown` before the first check and when the name server did not answer. */
  state: z.enum(['unknown', 'missing', 'different', 'correct']),
  found: z.array(anyText).optional(),
});
export const domainSettings = z.object({
  useInEmails: flag,
  useInVerification: flag,
  useInOnboarding: flag,
});

/** The one custom domain of a tenant. */
export const domainEntity = defineEntity({
  collection: 'domains',
  fields: {
    _id: field(text),
    tenantId: field(text),
    /** Lower-case ASCII (IDN in its xn-- form). */
    domain: field(text, { wire: true }),
    /** 128 random bits, the value of the TXT record. */
    token: field(text),
    status: field(z.enum(['pending', 'verified', 'failed']), { wire: true }),
    settings: field(domainSettings, { wire: true }),
    /** The required DNS records and the result of the last check. */
    dnsRecords: field(z.array(dnsRecord), { wire: true }),
    createdAt: field(date),
    /** Start of the 72 hours of frequent checks. */
    pendingSince: field(date),
    checkedAt: optionalField(date, { wire: asMoment }),
    verifiedAt: optionalField(date),
    /** Since when it has been verified without interruption. */
    verifiedSince: optionalField(date),
    /** Consecutive failed checks; a check that got no answer is not counted. */
    misses: field(number),
    checks: field(number),
    /** When the reconciler enqueues the next check; absent = no automatic checks. */
    nextCheckAt: optionalField(date),
  },
  indexes: [
    { keys: ['tenantId'], unique: true },
    // Only a verified domain is unique: several tenants may claim the same one until one of them proves it.
    { keys: ['domain'], unique: true, where: { status: 'verified' } },
    { keys: ['nextCheckAt'] },
  ],
});

export const domain = wireSchema(domainEntity);
export type Domain = z.infer<typeof domain>;
