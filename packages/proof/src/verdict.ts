import { type ReasonCode, verdictReasons } from '@sello/contracts/verdict-reasons';
import type { TimestampFacts } from './timestamp/token.ts';

/**
 * The result of a check. `altered`: the file is not what was signed, or the signature is not valid. `unknown`: the file
 * could not be checked, which is no evidence against it.
 */
export type Outcome = 'intact' | 'altered' | 'unsigned' | 'unknown';

export interface VerdictReason {
  code: ReasonCode;
  /** A technical detail in a few words, for readers who know the format. */
  detail?: string;
}

export interface SignerFacts {
  /** Distinguished name on one line. */
  subject: string;
  organization?: string;
  /** SHA-256 of the certificate, lower-case hex. */
  fingerprint: string;
  /** Upper-case hex. */
  serial: string;
  notBefore: Date;
  notAfter: Date;
  selfSigned: boolean;
}

export interface SignatureFacts {
  signer?: SignerFacts;
  /** Key type and digest, such as `rsa-2048 sha256`. */
  algorithm?: string;
  signedAt?: Date;
  name?: string;
  reason?: string;
  location?: string;
  contactInfo?: string;
  coversWholeFile: boolean;
  /**
   * Whether the signature is in Sello's form, of which only one encoding is intact. Its timestamp may still have been
   * exchanged for another, which only `compareWithIssued` detects. In any other form anybody may have rewritten the parts
   * that no signature covers (algorithm identifiers, unsigned attributes, the sign of an ECDSA value), while the signed
   * content is unchanged.
   */
  ownForm: boolean;
  /** Changes that the certification allows: 1 none, 2 filling in forms, 3 annotations as well (ISO 32000-1, table 254). */
  docMdp?: 1 | 2 | 3;
  /** Whether the signature conforms to PAdES baseline B-B (ETSI EN 319 142-1, 6.3). */
  padesBaselineB: boolean;
  timestamp?: TimestampFacts;
}

/** Whether a reason is only a finding, which changes no outcome. */
export function isFinding({ code }: VerdictReason): boolean {
  return verdictReasons[code].outcome === 'finding';
}

/** The result of checking a file. The signer's name is what the certificate states; whether to trust it is not decided. */
export interface PdfVerdict {
  outcome: Outcome;
  /** Only findings when the outcome is `intact`. */
  reasons: VerdictReason[];
  /** SHA-256 of the file, lower-case hex. */
  sha256: string;
  size: number;
  /** Facts about the signature; unproved claims unless the outcome is `intact`. */
  signature?: SignatureFacts;
}

/** The outcome of several reasons: `altered` takes precedence over `unknown`, and that over `unsigned`. */
export function outcomeOf(reasons: readonly VerdictReason[]): Outcome {
  const outcomes: string[] = reasons.map(({ code }) => verdictReasons[code].outcome);
  if (outcomes.includes('altered')) return 'altered';
  if (outcomes.includes('unknown')) return 'unknown';
  return outcomes.includes('unsigned') ? 'unsigned' : 'intact';
}
