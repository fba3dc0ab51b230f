// Timestamps of a whole document (ISO 32000-2, 12.8.5; ETSI EN 319 142-1, 5.4.3). They are no signatures of a person, and
// the rules of signatures do not apply to them.
import type { ReasonCode } from '@sello/contracts/verdict-reasons';
import { DerError, readElement } from '../asn1/der-read.ts';
import { checkTimestamp, otherImprint } from '../timestamp/token.ts';
import type { VerdictReason } from '../verdict.ts';
import { PdfFault } from './read/budget.ts';
import { type PdfDict, PdfString } from './read/values.ts';
import type { FoundSignature } from './scan.ts';
import { byteRange, isElsewhere, MAX_CONTENTS, type ValidationContext } from './signature.ts';

export function isDocumentTimestamp(dict: PdfDict): boolean {
  return dict.name('SubFilter') === 'ETSI.RFC3161';
}

/**
 * What a document timestamp says about the file: a finding when it belongs to what it covers, `timestamp_invalid` when it
 * is in its place and belongs to something else, and that it is not understood in every other case.
 */
export function validateDocumentTimestamp(
  bytes: Uint8Array,
  found: FoundSignature,
  { digests, authorities }: Pick<ValidationContext, 'digests' | 'authorities'>,
): VerdictReason[] {
  const because = (code: ReasonCode, detail?: string): VerdictReason[] => [
    { code, ...(detail !== undefined && { detail }) },
  ];
  const { dict, isCompressed } = found;
  const contents = dict.get('Contents');
  const range = byteRange(dict);
  if (range && isElsewhere(bytes, range, found)) return because('resaved');
  const isInPlace =
    range !== undefined &&
    contents instanceof PdfString &&
    !isCompressed &&
    range[0] + range[1] === contents.start &&
    range[2] === contents.end;
  if (!isInPlace || dict.isAmbiguous || !contents.isHex || contents.end - contents.start > MAX_CONTENTS)
    return because('format_unsupported', 'document timestamp');
  try {
    const hex = Buffer.from(bytes.subarray(contents.start + 1, contents.end - 1)).toString('latin1');
    const { bytes: token } = readElement(Buffer.from(hex, 'hex'));
    const { problem } = checkTimestamp(token, (digest) => digests.of(digest, range), authorities);
    if (problem === otherImprint) return because('timestamp_invalid', problem);
    return problem
      ? because('format_unsupported', `document timestamp: ${problem}`)
      : because('document_timestamp');
  } catch (error) {
    if (error instanceof PdfFault) return because(error.code, error.message);
    if (error instanceof DerError) return because('signature_unreadable', error.message);
    throw error;
  }
}
