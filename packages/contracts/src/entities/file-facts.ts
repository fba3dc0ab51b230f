import { z } from 'zod';
import { issuerIdentity } from '../identity.ts';
import { moment, sha256Hex } from '../scalars.ts';

/** What a check says of a file's signature. */
export const fileOutcome = z.enum(['intact', 'altered', 'unsigned', 'unknown']);

/** What strangers are told of bytes: separate facts, never one summed-up answer. */
export const fileFacts = z.object({
  sha256: sha256Hex,
  size: z.int(),
  /** When its bytes were read and all below was found. */
  checkedAt: moment,
  /** Exactly what was issued, the same certificate with other bytes, or not ours. */
  bytes: z.enum(['issued', 'changed', 'unknown']),
  signature: fileOutcome,
  reasons: z.array(z.object({ code: z.string(), detail: z.string().optional() })),
  /**
   * The signature is in the one encoding that this platform writes; a timestamp in it may be another than the first one,
   * which only the record tells (`bytes`, and the reason `signature_not_issued`). Of any other form what was signed is
   * checked, and the data of the signature itself may have been written anew by anybody.
   */
  ownForm: z.boolean().optional(),
  signer: z
    .object({
      /** What the certificate says of itself. Anybody can have any name written into one. */
      subject: z.string(),
      fingerprint: sha256Hex,
      selfSigned: z.boolean(),
      /** The organization of this platform whose signing certificate it is; absent for everybody else's. */
      known: z
        .object({
          organization: z.string(),
          /** Who vouches for that organization today: anybody may have made an account of this name. */
          identity: issuerIdentity,
          withdrawnAt: moment.optional(),
        })
        .optional(),
    })
    .optional(),
  /** The signing certificate is the one that this organization used for this certificate. */
  signerIsIssuer: z.boolean().optional(),
  signedAt: moment.optional(),
  timestamped: z.boolean().optional(),
  timestamp: z
    .object({
      time: moment,
      /** What the authority's certificate says of itself. */
      authority: z.string(),
      /** The operator lists the authority, or it is the one that this platform asks: its word counts. */
      known: z.boolean(),
      /** More than a day apart from `signedAt`. */
      contradicts: z.boolean(),
    })
    .optional(),
});
export type FileFacts = z.infer<typeof fileFacts>;
