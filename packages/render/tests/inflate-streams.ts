import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

/**
 * A PDF with inflated streams and without the values that depend on compressed sizes (lengths, offsets, the prefix's
 * hash in the file identifier), so that the result does not depend on the zlib version of the runtime.
 */
export function inflateStreams(pdf: Buffer): Buffer {
  const parts: Buffer[] = [];
  const text = pdf.toString('latin1');
  const stream = /\/Length (\d+)([^\n]*)\nstream\n/g;
  let end = 0;
  for (let match = stream.exec(text); match; match = stream.exec(text)) {
    const start = match.index + match[0].length;
    const dictionary = text.slice(text.lastIndexOf(' obj\n', match.index), start);
    const length = Number(match[1]);
    const body = pdf.subarray(start, start + length);
    parts.push(pdf.subarray(end, match.index));
    parts.push(dictionary.includes('/FlateDecode') ? inflateSync(body) : body);
    end = start + length;
    stream.lastIndex = end;
  }
  const rest = text
    .slice(end)
    .replace(/^\d{10} (?=\d{5} n )/gm, '')
    .replace(/\/ID\[<[0-9a-f]+>/, '/ID[')
    .replace(/startxref\n\d+/, 'startxref');
  return Buffer.concat([...parts, Buffer.from(rest, 'latin1')]);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
