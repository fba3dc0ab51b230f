// DER encoding (ITU-T X.690, clause 10) of the types that CMS and X.509 need.

const SEQUENCE = 0x30;
const SET = 0x31;

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest & 0xff);
  return [0x80 | octets.length, ...octets];
}

/** One element: identifier octet, definite minimal length, contents in order. */
export function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(body.length)]), body]);
}

export const sequence = (...parts: Uint8Array[]): Buffer => element(SEQUENCE, ...parts);

/** SET OF: DER sorts the encodings (X.690, 11.6). */
export const setOf = (...parts: Uint8Array[]): Buffer => element(SET, ...sorted(parts));

/** `[number] IMPLICIT SET OF` or `[number] EXPLICIT`, constructed. */
export const tagged = (number: number, ...parts: Uint8Array[]): Buffer => element(0xa0 | number, ...parts);

export const octetString = (bytes: Uint8Array): Buffer => element(0x04, bytes);
/** `unused`: how many bits at the end of the last byte do not belong to the string. */
export const bitString = (bytes: Uint8Array, unused = 0): Buffer =>
  element(0x03, Buffer.from([unused]), bytes);
export const nullValue = (): Buffer => Buffer.from([0x05, 0x00]);
export const booleanTrue = (): Buffer => Buffer.from([0x01, 0x01, 0xff]);

/** A non-negative INTEGER from big-endian bytes, or from a small number. */
export function integer(value: number | Uint8Array): Buffer {
  const bytes = typeof value === 'number' ? Buffer.from([value]) : Buffer.from(value);
  let first = 0;
  while (first < bytes.length - 1 && bytes[first] === 0) first++;
  const trimmed = bytes.subarray(first);
  return element(0x02, (trimmed[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), trimmed]) : trimmed);
}

/** OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const octets = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let high = Math.floor(arc / 128); high > 0; high = Math.floor(high / 128)) {
      groups.unshift((high & 0x7f) | 0x80);
    }
    return groups;
  });
  return element(0x06, Buffer.from(octets));
}

export function sorted(parts: Uint8Array[]): Uint8Array[] {
  return [...parts].sort(Buffer.compare);
}
