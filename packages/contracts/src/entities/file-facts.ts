import { z } from 'zod';
import { issuerIdentity } from '../identity.ts';
import { certId, moment, sha256Hex } from '../scalars.ts';
import { type ReasonCode, verdictReasons } from '../verdicts/reasons.ts';

const reasonCode = z.enum(Object.keys(verdictReasons) as ReasonCode[]);

/** The result of checking a file's signature. */
export const fileOutcome = z.enum(['intact', 'altered', 'unsigned', 'unknown']);

/**
 * The certificates that a file names, in its properties, its texts, its links, or the codes on its pages. They prove
 * nothing: anyone can write a number into a file.
 */
export const namedNumbers = z.object({
  /** `locked`: a password is needed to read the file. `failed`: it could not be read. Then nothing is found. */
  read: z.enum(['done', 'locked', 'failed']),
  /** Numbers of certificates that were issued here. */
  found: z.array(certId),
});
export type NamedNumbers = z.infer<typeof namedNumbers>;

/** What a reader finds in a file, before it is known which of the numbers were issued here. */
export type ReadNumbers =
  | { read: 'done'; named: readonly string[] }
  | { read: Exclude<NamedNumbers['read'], 'done'> };

/** The public facts about a file: independent of each other, without an overall result. */
export const fileFacts = z.object({
  sha256: sha256Hex,
  size: z.int(),
  /** When the file was checked. */
  checkedAt: moment,
  /**
   * `issued`: exactly the issued file. `changed`: other bytes than those of the issued file; an uploaded one names the
   * number of a certificate, and may be a copy of it or made from it. `unknown`: neither.
   */
  bytes: z.enum(['issued', 'changed', 'unknown']),
  /** The numbers that a file names which is not an issued one; absent where nothing was looked for. */
  numbers: namedNumbers.optional(),
  signature: fileOutcome,
  /** Why the signature is not intact, the most serious first; findings of an intact one. `detail` is technical. */
  reasons: z.array(z.object({ code: reasonCode, detail: z.string().optional() })),
  /**
   * Whether the signature has the encoding that this platform writes. Even then its timestamp may have been replaced,
   * which only the record shows (`bytes`, and the reason `signature_not_issued`). For any other encoding only the
   * signed content is checked, and the unsigned data of the signature may have been rewritten by anyone.
   */
  ownForm: z.boolean().optional(),
  signer: z
    .object({
      /** The subject of the certificate, which is only a claim: anyone can create a certificate with any name. */
      subject: z.string(),
      fingerprint: sha256Hex,
      selfSigned: z.boolean(),
      /** The organization of this platform that owns the signing certificate; absent for other certificates. */
      known: z
        .object({
          organization: z.string(),
          /** The current identity of that organization: anyone can create an account with its name. */
          identity: issuerIdentity,
          withdrawnAt: moment.optional(),
        })
        .optional(),
    })
    .optional(),
  /** Whether the signing certificate is the one that the issuer used for this certificate. */
  signerIsIssuer: z.boolean().optional(),
  signedAt: moment.optional(),
  timestamped: z.boolean().optional(),
  timestamp: z
    .object({
      time: moment,
      /** The subject of the authority's certificate. */
      authority: z.string(),
      /** Whether the authority is trusted: it is in the operator's list, or it is the one that this platform uses. */
      known: z.boolean(),
      /** Whether it differs from `signedAt` by more than a day. */
      contradicts: z.boolean(),
    })
    .optional(),
});
export type FileFacts = z.infer<typeof fileFacts>;
