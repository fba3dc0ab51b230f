interface Reason {
  /** The outcome that this reason causes; a `finding` is reported and changes no outcome. */
  outcome: 'altered' | 'unsigned' | 'unknown' | 'finding';
  /** One sentence for a reader who knows nothing of signatures. The web has it in every language. */
  sentence: string;
}

/** The closed list of reasons why the signature of a file is not found intact, and of findings about one that is. */
export const verdictReasons = {
  no_signature: {
    outcome: 'unsigned',
    sentence: 'The file has no digital signature, so it does not show by itself who made it.',
  },
  content_changed: {
    outcome: 'altered',
    sentence: 'The content of the file was changed after it was signed.',
  },
  signature_invalid: {
    outcome: 'altered',
    sentence: 'The signature was not made with the key of the certificate that it carries.',
  },
  not_whole_file: {
    outcome: 'altered',
    sentence: 'The signature does not cover the whole file: something was added or removed after signing.',
  },
  gap_not_signature: {
    outcome: 'altered',
    sentence: 'The one place that a signature cannot cover holds more than the signature itself.',
  },
  signature_incomplete: {
    outcome: 'altered',
    sentence: 'A part that every signature needs is missing or wrongly written.',
  },
  signature_without_field: {
    outcome: 'altered',
    sentence: 'The signature is in the file, but the document does not use it any more.',
  },
  several_fields: { outcome: 'altered', sentence: 'Several places of the document use the same signature.' },
  enclosed_content: {
    outcome: 'altered',
    sentence: 'The signature stands for content of its own and not for the content of the file.',
  },
  several_signers: { outcome: 'altered', sentence: 'The signature does not have exactly one signer.' },
  attributes_missing: {
    outcome: 'altered',
    sentence: 'The signature lacks what ties it to the content of the file.',
  },
  attributes_wrong: {
    outcome: 'altered',
    sentence: 'What the signature states about itself contradicts the rest of it.',
  },
  digest_algorithms_differ: {
    outcome: 'altered',
    sentence: 'The signature names different methods of calculation in different places.',
  },
  certificate_missing: {
    outcome: 'altered',
    sentence: 'The signature does not carry the certificate of its signer.',
  },
  certificate_swapped: {
    outcome: 'altered',
    sentence: 'The certificate in the signature is not the one that it was signed with.',
  },
  signature_rewritten: {
    outcome: 'altered',
    sentence: 'The data of the signature was rewritten after signing.',
  },
  signature_not_issued: {
    outcome: 'altered',
    sentence: 'The signature, or the timestamp in it, is not the one with which this certificate was issued.',
  },
  timestamp_invalid: { outcome: 'altered', sentence: 'The timestamp does not belong to this signature.' },
  bytes_after_end: { outcome: 'unknown', sentence: 'There is more data after the end of the document.' },
  resaved: {
    outcome: 'unknown',
    sentence:
      'The file was saved again by a program after it was signed. That breaks the signature, so it cannot show whether anything else was changed.',
  },
  not_a_pdf: { outcome: 'unknown', sentence: 'The file is not a PDF.' },
  unreadable: { outcome: 'unknown', sentence: 'The file is damaged or incomplete and cannot be read.' },
  encrypted: {
    outcome: 'unknown',
    sentence: 'The file is encrypted, so its signature cannot be checked.',
  },
  too_large: { outcome: 'unknown', sentence: 'The file is larger than can be checked here.' },
  too_complex: {
    outcome: 'unknown',
    sentence: 'The file is built in such a way that checking it would take too long.',
  },
  several_revisions: {
    outcome: 'unknown',
    sentence:
      'The file was saved several times, one version after another; only files saved once can be checked here.',
  },
  several_signatures: {
    outcome: 'unknown',
    sentence: 'The file carries several signatures; only files with one can be checked here.',
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
    sentence: 'The signature uses a method or a key that is not considered safe here.',
  },
  certificate_unreadable: { outcome: 'unknown', sentence: 'A certificate in the signature cannot be read.' },
  certificate_unbound: {
    outcome: 'unknown',
    sentence:
      'The signature does not say which certificate it was made with, so its signer cannot be proved.',
  },
  chain_unproven: {
    outcome: 'unknown',
    sentence: 'The signature carries certificates that nothing in it proves.',
  },
  certification_unclear: {
    outcome: 'unknown',
    sentence: 'The document does not say clearly which signature forbids changes to it.',
  },
  signed_outside_validity: {
    outcome: 'unknown',
    sentence: 'The certificate of the signer was not valid at the time of signing.',
  },
  times_contradict: {
    outcome: 'finding',
    sentence: 'The time of the timestamp and the time that the signer states contradict each other.',
  },
  document_timestamp: {
    outcome: 'finding',
    sentence: 'The file carries a timestamp of the whole document, which does not show who made it.',
  },
  signed_in_future: { outcome: 'unknown', sentence: 'The time of signing lies in the future.' },
} as const satisfies Record<string, Reason>;

export type ReasonCode = keyof typeof verdictReasons;

/** Whether a stored text is a reason of this version. */
export function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(verdictReasons, code);
}
