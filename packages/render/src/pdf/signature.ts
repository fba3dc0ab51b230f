import type { SignatureFields } from '@sello/contracts';
import { dateString, textString } from './syntax.ts';

// The signature dictionary of a PAdES baseline signature (ISO 32000-1, 12.8.1; EN 319 142-1, 6.3), certifying the
// document so that no change is allowed (DocMDP, P 1).

interface Span {
  start: number;
  /** Behind the last character. */
  end: number;
  length: number;
}

/** Room for `0 a b c`: files of up to ten digits of bytes. */
const rangeLength = 34;

/**
 * The dictionary with room for the signature: `contents` spans the hex string with its angle brackets, `range` the
 * operands of ByteRange. `size` is the longest signature in bytes.
 */
export function signatureObject(
  fields: SignatureFields,
  size: number,
): { body: string; contents: Span; range: Span } {
  let body = '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[';
  const range = span(body.length, rangeLength);
  body += `${' '.repeat(rangeLength)}]/Contents`;
  const contents = span(body.length, size * 2 + 2);
  body += `<${'0'.repeat(size * 2)}>/M${dateString(fields.signedAt)}`;
  const texts = {
    Name: fields.name,
    Reason: fields.reason,
    Location: fields.location,
    ContactInfo: fields.contactInfo,
  };
  for (const [key, text] of Object.entries(texts)) if (text !== '') body += `/${key}${textString(text)}`;
  body +=
    '/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>]>>';
  return { body, contents, range };
}

function span(start: number, length: number): Span {
  return { start, end: start + length, length };
}
