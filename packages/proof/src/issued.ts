import type { Outcome, VerdictReason } from './verdict.ts';

/** What the record of a certificate holds about the issued file. */
export interface IssuedFile {
  /** SHA-256 of the file, lower-case hex. */
  sha256: string;
  /** SHA-256 of the certificate whose key signed it, lower-case hex. */
  signer: string;
}

/** The fields that are compared with the record: of a `PdfVerdict`, or of a stored one. */
interface Checked {
  outcome: Outcome;
  reasons: readonly { code: string; detail?: string }[];
  sha256: string;
  signature?: { ownForm: boolean; padesBaselineB?: boolean; signer?: { fingerprint: string } };
}

/**
 * Corrects the verdict on a file by the record of the certificate that it names. No signature covers a timestamp (RFC
 * 3161, appendix A), so in a file in Sello's form it may have been exchanged without a trace. A file that is signed with
 * the recorded certificate is therefore intact only if its bytes are the issued ones; else it becomes `altered` with
 * `signature_not_issued`. A file with another signer keeps its verdict.
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
