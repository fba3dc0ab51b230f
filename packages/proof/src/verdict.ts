import type { TimestampFacts } from './timestamp/token.ts';

/**
 * The result of a check. `altered`: the file is not what was signed, or the signature is not valid. `unknown`: the file
 * could not be checked, which is no evidence against it.
 */
export type Outcome = 'intact' | 'altered' | 'unsigned' | 'unknown';

interface Reason {
  /** The outcome that this reason causes; a `finding` is reported and changes no outcome. */
  outcome: Exclude<Outcome, 'intact'> | 'finding';
  /** One sentence for users. */
  sentence: string;
}

/** The closed list of reasons for every outcome except `intact`, and of findings. */
export const verdictReasons = {
  no_signature: { outcome: 'unsigned', sentence: 'The file carries no digital signature.' },

  content_changed: {
    outcome: 'altered',
    sentence: 'The content of the file was changed after it was signed.',
  },
  signature_invalid: {
    outcome: 'altered',
    sentence: 'The signature was not made with the key of the certificate it carries.',
  },
  not_whole_file: {
    outcome: 'altered',
    sentence: 'The signature does not cover the whole file, so something was added or removed after signing.',
  },
  gap_not_signature: {
    outcome: 'altered',
    sentence: 'The part of the file that the signature leaves out holds more than the signature itself.',
  },
  bytes_after_end: { outcome: 'altered', sentence: 'There are bytes after the end of the document.' },
  signature_incomplete: {
    outcome: 'altered',
    sentence: 'A part that every signature needs is missing from this one or is not well formed.',
  },
  signature_without_field: {
    outcome: 'altered',
    sentence: 'The signature is in the file but no longer belongs to a field of the document.',
  },
  several_fields: { outcome: 'altered', sentence: 'Several fields of the document share one signature.' },
  enclosed_content: {
    outcome: 'altered',
    sentence: 'The signature carries content of its own instead of standing for the content of the file.',
  },
  several_signers: { outcome: 'altered', sentence: 'The signature does not have exactly one signer.' },
  attributes_missing: {
    outcome: 'altered',
    sentence: 'The signature lacks the signed statements that tie it to the content.',
  },
  attributes_wrong: {
    outcome: 'altered',
    sentence: 'The signed statements inside the signature contradict the rest of it.',
  },
  digest_algorithms_differ: {
    outcome: 'altered',
    sentence: 'The signature names different digest algorithms in different places.',
  },
  certificate_missing: {
    outcome: 'altered',
    sentence: 'The certificate of the signer is not in the signature.',
  },
  certificate_swapped: {
    outcome: 'altered',
    sentence: 'The certificate in the signature is not the one that the signer signed with.',
  },
  signature_rewritten: {
    outcome: 'altered',
    sentence:
      'The data of the signature was written anew after signing: it is not in the one form of this platform.',
  },
  signature_not_issued: {
    outcome: 'altered',
    sentence:
      'The signature, or the timestamp in it, is not the one with which the file of this certificate was issued.',
  },
  timestamp_invalid: { outcome: 'altered', sentence: 'The timestamp does not belong to this signature.' },

  not_a_pdf: { outcome: 'unknown', sentence: 'The file is not a PDF.' },
  unreadable: { outcome: 'unknown', sentence: 'The file is damaged or incomplete and cannot be read.' },
  encrypted: { outcome: 'unknown', sentence: 'The file is protected by a password and cannot be checked.' },
  too_large: { outcome: 'unknown', sentence: 'The file is larger than can be checked here.' },
  too_complex: { outcome: 'unknown', sentence: 'The file asks for more work than a check may take.' },
  several_revisions: {
    outcome: 'unknown',
    sentence: 'The file was written in several revisions; only files of one revision can be vouched for.',
  },
  several_signatures: {
    outcome: 'unknown',
    sentence: 'The file carries several signatures; only files with one can be vouched for.',
  },
  signature_unreadable: { outcome: 'unknown', sentence: 'The data of the signature cannot be read.' },
  signature_hidden: {
    outcome: 'unknown',
    sentence: 'There are traces of a signature that the document itself does not mention.',
  },
  format_unsupported: {
    outcome: 'unknown',
    sentence: 'The signature is of a kind that cannot be checked here.',
  },
  algorithm_unsupported: {
    outcome: 'unknown',
    sentence: 'The signature uses an algorithm or a key that is not trusted here.',
  },
  certificate_unreadable: { outcome: 'unknown', sentence: 'A certificate in the signature cannot be read.' },
  certificate_unbound: {
    outcome: 'unknown',
    sentence: 'The signature does not say which certificate made it, so the signer cannot be proved.',
  },
  chain_unproven: {
    outcome: 'unknown',
    sentence: 'The signature carries certificates that nothing in it proves.',
  },
  certification_unclear: {
    outcome: 'unknown',
    sentence: 'The document names another certification than that of its signature.',
  },
  signed_outside_validity: {
    outcome: 'unknown',
    sentence: 'The certificate of the signer was not valid at the time of signing.',
  },
  times_contradict: {
    outcome: 'finding',
    sentence: 'The time of the timestamp and the time that the signer states contradict each other.',
  },
  signed_in_future: { outcome: 'unknown', sentence: 'The time of signing lies in the future.' },
} as const satisfies Record<string, Reason>;

export type ReasonCode = keyof typeof verdictReasons;

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
  /** The text after the last occurrence of the option `marker`, latin1. It proves nothing. */
  marked?: string;
}

/** The outcome of several reasons: `altered` takes precedence over `unknown`, and that over `unsigned`. */
export function outcomeOf(reasons: readonly VerdictReason[]): Outcome {
  const outcomes: Reason['outcome'][] = reasons.map(({ code }) => verdictReasons[code].outcome);
  if (outcomes.includes('altered')) return 'altered';
  if (outcomes.includes('unknown')) return 'unknown';
  return outcomes.includes('unsigned') ? 'unsigned' : 'intact';
}
