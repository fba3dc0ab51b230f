import type { Outcome, VerdictReason } from './verdict.ts';

/** What the record of a certificate holds of the file that was issued. */
export interface IssuedFile {
  /** Of all its bytes, lower-case hex. */
  sha256: string;
  /** SHA-256 of the certificate whose key signed it, lower-case hex. */
  signer: string;
}

/** The part of a verdict that the record bears on: of a `PdfVerdict`, or of what is kept of one. */
interface Checked {
  outcome: Outcome;
  reasons: readonly { code: string; detail?: string }[];
  sha256: string;
  signature?: { ownForm: boolean; padesBaselineB?: boolean; signer?: { fingerprint: string } };
}

/**
 * The verdict on a file, beside the record of the certificate that it names. No signature covers a timestamp (RFC 3161,
 * appendix A): in a file of this platform's form another may stand in its place, and all else holds. So such a file is
 * intact only as it was issued when it is signed with the same key. A file that somebody else signed keeps its verdict,
 * which is one on another signature.
 */
export function compareWithIssued<Verdict extends Checked>(verdict: Verdict, issued: IssuedFile): Verdict {
  const { outcome, sha256, signature } = verdict;
  const isOurs = signature?.ownForm === true && signature.signer?.fingerprint === issued.signer;
  if (outcome !== 'intact' || !isOurs || sha256 === issued.sha256) return verdict;
  const reason: VerdictReason = { code: 'signature_not_issued' };
  return {
    ...verdict,
    outcome: 'altered',
    reasons: [reason, ...verdict.reasons],
    signature: signature.padesBaselineB === undefined ? signature : { ...signature, padesBaselineB: false },
  };
}
