import { z } from 'zod';
import { moment } from '../scalars.ts';
import { defineEntity, field } from './define.ts';
import { anyText, date, flag, number, text } from './stored.ts';

/** The names of the two DKIM keys of a domain (RFC 6376, 3.1): one signs, the other one takes over when keys change. */
export const dkimSelectors = ['s1', 's2'] as const;
export const dkimSelector = z.enum(dkimSelectors);
export type DkimSelector = z.infer<typeof dkimSelector>;

export const otherSelector = (selector: DkimSelector): DkimSelector => (selector === 's1' ? 's2' : 's1');

/** The local part of the sender's address: what every mail server takes without quotes. */
export const senderLocalPart = z
  .string()
  .max(64)
  .regex(/^[a-z\d]+([._-][a-z\d]+)*$/);
export const defaultLocalPart = 'certificates';

/**
 * What the DMARC record (RFC 7489) of a domain asks receivers to do with messages that fail. `absent`: there is none;
 * `several`, `unreadable`: receivers ignore it; `not_checked`: no name server has answered yet.
 */
export const dmarcFinding = z.enum([
  ...(['absent', 'several', 'unreadable', 'not_checked'] as const),
  ...(['none', 'quarantine', 'reject'] as const),
]);
export type DmarcFinding = z.infer<typeof dmarcFinding>;

const dmarc = z.object({
  finding: dmarcFinding,
  /** Where the record is or should be: `_dmarc.` with the domain, or with the registrable domain above it. */
  name: text,
});

const dkimKeyFacts = z.object({
  selector: dkimSelector,
  /** The id of its private key. */
  keyId: text,
  /** SubjectPublicKeyInfo in base 64, as in the record's `p=`. */
  publicKey: text,
  createdAt: date,
});

/** How a domain's e-mails are sent and signed; stored once they were switched on for the first time. */
export const storedDomainMail = <DnsRecord extends z.ZodType>(dnsRecord: DnsRecord) =>
  z.object({
    localPart: text,
    /** Incremented with each change of keys, so that a check of earlier records is not stored for later ones. */
    rev: number,
    /** Whose key signs. */
    selector: dkimSelector,
    keys: z.array(dkimKeyFacts),
    /** When the other key takes over and this one is made anew. */
    rotatesAt: date,
    /** The records of SPF and DKIM, with the result of the last check. */
    records: z.array(dnsRecord),
    dmarc,
    /** Whether the records were found, so that mail goes out under the domain's own name. */
    isReady: flag,
    /** Consecutive checks that missed a record that is needed. */
    misses: number,
  });

/** How the organization's e-mails go out, and the keys that sign them. */
export const domainMail = z.object({
  /** The part of the sender's address before the `@`. */
  localPart: z.string(),
  /** The name that mail goes out under now. */
  sendsAs: z.enum(['platform', 'domain']),
  /** The sender's address now, and the platform's. */
  address: z.string(),
  platformAddress: z.string(),
  /** Where answers go; absent when they are not read. */
  replyTo: z.string().optional(),
  /** The DKIM keys by their selector; `next` takes over at `takesOverAt`. */
  selectors: z.array(
    z.object({
      selector: dkimSelector,
      state: z.enum(['active', 'next']),
      takesOverAt: moment.optional(),
    }),
  ),
  dmarc: z.object({ finding: dmarcFinding, name: z.string() }),
});
export type DomainMail = z.infer<typeof domainMail>;

/** A private DKIM key. */
export const dkimKeyEntity = defineEntity({
  collection: 'dkimKeys',
  fields: {
    _id: field(text),
    tenantId: field(text),
    domainId: field(text),
    selector: field(dkimSelector),
    /** Encrypted by `proof`: opaque text, never logged, never on the wire. */
    sealedKey: field(anyText, { internal: true }),
    createdAt: field(date),
  },
  indexes: [{ keys: ['tenantId', 'domainId'] }],
});
