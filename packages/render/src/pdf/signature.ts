import {
  type SignatureFields,
  signatureNamesText,
  signatureReferenceText,
  signatureTexts,
} from '@sello/contracts';
import { dateString, shortTextString } from './syntax.ts';

// The signature dictionary of a PAdES baseline signature (ISO 32000-1, 12.8.1; EN 319 142-1, 6.3). It is a
// certification signature that permits no changes (DocMDP, P 1).

interface Span {
  start: number;
  /** Offset after the last byte. */
  end: number;
  length: number;
}

/** Space for `0 a b c` with up to ten digits each. */
const rangeLength = 34;

interface SignatureObject {
  body: Buffer;
  contents: Span;
  range: Span;
}

interface Template extends SignatureObject {
  dateAt: number;
}

// All rows of a batch have the same dictionary except for the signing time, whose string has a fixed length.
const templates = new Map<string, Template>();
const maxTemplates = 64;

/**
 * The dictionary with placeholders: `contents` spans the hex string with its angle brackets, `range` the operands of
 * ByteRange, as offsets into `body`. `size` is the maximum size of the signature in bytes.
 */
export function signatureObject(fields: SignatureFields, size: number): SignatureObject {
  const key = [size, fields.name, fields.reason, fields.location, fields.contactInfo].join('\0');
  let template = templates.get(key);
  if (!template) {
    if (templates.size >= maxTemplates) templates.clear();
    template = signatureTemplate(fields, size);
    templates.set(key, template);
  }
  const { contents, range, dateAt } = template;
  const body = Buffer.from(template.body);
  body.write(dateString(fields.signedAt), dateAt, 'latin1');
  return { body, contents, range };
}

function signatureTemplate(fields: SignatureFields, size: number): Template {
  let body = `<<${signatureNamesText}/ByteRange[`;
  const range = span(body.length, rangeLength);
  body += `${' '.repeat(rangeLength)}]/Contents`;
  const contents = span(body.length, size * 2 + 2);
  body += `<${'0'.repeat(size * 2)}>/M`;
  const dateAt = body.length;
  body += dateString(fields.signedAt);
  for (const [key, name] of Object.entries(signatureTexts)) {
    if (fields[name] !== '') body += `/${key}${shortTextString(fields[name])}`;
  }
  body += `${signatureReferenceText}>>`;
  return { body: Buffer.from(body, 'latin1'), contents, range, dateAt };
}

function span(start: number, length: number): Span {
  return { start, end: start + length, length };
}
