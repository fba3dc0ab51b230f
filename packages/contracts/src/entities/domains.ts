import { z } from 'zod';
import { dnsReason, dnsRecordState } from '../dns-reasons.ts';
import { moment } from '../scalars.ts';
import { defineEntity, field, optionalField, type RecordOf } from './define.ts';
import { domainMail, storedDomainMail } from './domain-mail.ts';
import { anyText, asMoment, date, flag, number, text } from './stored.ts';
import { wireSchema } from './wire.ts';

const dnsRecordType = z.enum(['TXT', 'CNAME', 'A', 'AAAA']);

/** What a DNS record is for. Only `ownership` and `pointing` decide the status of a domain. */
const dnsPurpose = z.enum(['ownership', 'pointing', 'spf', 'dkim', 'dmarc']);

/** How many of the name servers that were asked gave the stored answer. */
const agreement = z.object({ asked: number, agreed: number });

const dnsRecord = z.object({
  type: dnsRecordType,
  name: text,
  value: text,
  purpose: dnsPurpose,
  /** The last definite result. */
  state: dnsRecordState,
  /** The last answer; with a reason that means `unknown`, `state` and `found` are of an earlier answer. */
  reason: dnsReason,
  /** The values that name servers have for the name, shortened. */
  found: z.array(anyText).exactOptional(),
  servers: agreement.exactOptional(),
  /** When `reason` was answered. */
  checkedAt: date.exactOptional(),
});

const dnsRecordOnWire = dnsRecord.extend({
  found: z.array(anyText).optional(),
  servers: agreement.optional(),
  checkedAt: moment.optional(),
});
type StoredRecord = z.output<typeof dnsRecord>;
type WireRecord = z.output<typeof dnsRecordOnWire>;

function recordView({ checkedAt, ...record }: StoredRecord): WireRecord {
  return { ...record, ...(checkedAt && { checkedAt: checkedAt.toISOString() }) };
}

export const domainSettings = z.object({
  useInEmails: flag,
  useInVerification: flag,
  useInOnboarding: flag,
});

export const domainStatus = z.enum(['pending', 'verified', 'failed']);

/** The provider that needs no call: the edge proxy asks for the names that it may serve. */
export const builtInHosting = 'edge';

/** The host of a domain at the hosting provider. `failed`: the provider refused it; it is tried again with each check. */
const hosting = z.object({
  state: z.enum(['configuring', 'configured', 'failed']),
  /** The name of the provider. */
  provider: text,
  /** Since when it has been in this state. */
  at: date,
});

/** The earlier form of a record had neither purpose nor reason. */
function withPurpose(older: Record<string, unknown>): StoredRecord {
  const record = older as Pick<StoredRecord, 'type' | 'name' | 'value' | 'state' | 'found'>;
  const reasons = {
    unknown: 'not_checked',
    missing: 'missing_type',
    different: 'different',
    correct: 'correct',
  } as const;
  return {
    ...record,
    purpose: record.type === 'TXT' ? 'ownership' : 'pointing',
    reason: reasons[record.state],
  };
}

/** The one custom domain of a tenant. */
export const domainEntity = defineEntity({
  collection: 'domains',
  version: 2,
  fields: {
    _id: field(text),
    tenantId: field(text),
    /** Lower-case ASCII (IDN in its xn-- form). */
    domain: field(text, { wire: true }),
    /** 128 random bits, the value of the TXT record. */
    token: field(text),
    status: field(domainStatus, { wire: true }),
    settings: field(domainSettings, { wire: true }),
    /** The required DNS records and the result of the last check. */
    dnsRecords: field(z.array(dnsRecord), {
      wire: {
        type: z.array(dnsRecordOnWire),
        view: (records: StoredRecord[]): WireRecord[] => records.map(recordView),
      },
    }),
    hosting: field(hosting, {
      wire: {
        type: hosting.extend({ at: moment }),
        view: ({ at, ...of }: z.output<typeof hosting>) => ({ ...of, at: at.toISOString() }),
      },
    }),
    createdAt: field(date, { wire: asMoment }),
    /** Start of the 72 hours of frequent checks. */
    pendingSince: field(date),
    checkedAt: optionalField(date, { wire: asMoment }),
    verifiedAt: optionalField(date),
    /** Since when it has been verified without interruption. */
    verifiedSince: optionalField(date, { wire: asMoment }),
    /** The last uninterrupted time in which it was verified, until it lapsed. */
    lapse: optionalField(z.object({ since: date, at: date }), {
      wire: {
        type: z.object({ since: moment, at: moment }),
        view: ({ since, at }: { since: Date; at: Date }) => ({
          since: since.toISOString(),
          at: at.toISOString(),
        }),
      },
    }),
    /** Absent until e-mails were to be sent from this domain for the first time. */
    mail: optionalField(storedDomainMail(dnsRecord)),
    /** Consecutive failed checks; a check that got no answer is not counted. */
    misses: field(number, { wire: true }),
    checks: field(number),
    /** When the reconciler enqueues the next check; absent = no automatic checks. */
    nextCheckAt: optionalField(date, { wire: asMoment }),
  },
  computed: {
    /** When a pending claim fails if its records are not found; absent for another status. */
    claimEndsAt: moment.optional(),
    /** Absent until the domain is verified. */
    mail: domainMail.optional(),
  },
  indexes: [
    { keys: ['tenantId'], unique: true },
    // Only a verified domain is unique: several tenants may claim the same one until one of them proves it.
    { keys: ['domain'], unique: true, where: { status: 'verified' } },
    { keys: ['domain', 'tenantId'] },
    { keys: ['nextCheckAt'] },
  ],
  migrations: {
    1: ({ dnsRecords, ...rest }) => ({
      ...rest,
      dnsRecords: (dnsRecords as Record<string, unknown>[]).map(withPurpose),
      hosting: { state: 'configured', provider: builtInHosting, at: rest.createdAt },
    }),
  },
});

type MailFacts = Pick<RecordOf<typeof domainEntity>, 'status' | 'settings' | 'mail'>;

/** Whether an organization's e-mails go out from its own domain now; otherwise under the platform's name. */
export const sendsInOwnName = ({ status, settings, mail }: MailFacts): boolean =>
  status === 'verified' && settings.useInEmails && mail?.isReady === true;

export const domain = wireSchema(domainEntity);
export type Domain = z.infer<typeof domain>;

/** One answer of the name servers for a record. */
const dnsAnswer = z.object({
  at: date,
  reason: dnsReason,
  found: z.array(anyText).exactOptional(),
  servers: agreement.exactOptional(),
});

/** The last answers for one required record of a claim, oldest first. */
export const domainAnswersEntity = defineEntity({
  collection: 'domainAnswers',
  fields: {
    _id: field(text),
    tenantId: field(text),
    domainId: field(text),
    type: field(dnsRecordType, { wire: true }),
    name: field(text, { wire: true }),
    purpose: field(dnsPurpose, { wire: true }),
    answers: optionalField(z.array(dnsAnswer), {
      wire: {
        type: z.array(
          dnsAnswer.extend({
            at: moment,
            found: z.array(anyText).optional(),
            servers: agreement.optional(),
          }),
        ),
        view: (answers: z.output<typeof dnsAnswer>[]) =>
          answers.map(({ at, ...answer }) => ({ ...answer, at: at.toISOString() })),
      },
    }),
  },
  indexes: [{ keys: ['tenantId', 'domainId'] }],
});

export const domainAnswers = wireSchema(domainAnswersEntity);
export type DomainAnswers = z.infer<typeof domainAnswers>;

/** A host that the hosting provider still has to forget, after its domain was deleted. */
export const hostRemovalEntity = defineEntity({
  collection: 'hostRemovals',
  fields: {
    /** The id of the deleted claim. */
    _id: field(text),
    tenantId: field(text),
    domain: field(text),
    attempts: field(number),
    dueAt: field(date),
  },
  indexes: [{ keys: ['dueAt'] }],
});
