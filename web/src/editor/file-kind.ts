/** The types of pictures that the editor reads and writes. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml';

/** What a file can be that is brought in. */
export type ImportedKind = 'pdf' | 'image' | 'json';

/** ISO 32000-1, 7.5.2; viewers accept it after other bytes. */
const pdfHeader = '%PDF-';
/** Kinds are told by so many bytes at the beginning of a file. */
export const kindBytes = 1_024;

const bytesOf = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
// Bytes are compared, as no decoder of browsers maps each byte to the character of its number: their "latin1" is
// windows-1252, in which 0x89 is a per mille sign.
const hasAt = (bytes: Uint8Array, at: number, wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte);

const signatures: readonly { type: PictureType; parts: readonly [at: number, bytes: readonly number[]][] }[] =
  [
    { type: 'image/png', parts: [[0, [0x89, ...bytesOf('PNG\r\n\x1a\n')]]] },
    { type: 'image/jpeg', parts: [[0, [0xff, 0xd8, 0xff]]] },
    {
      type: 'image/webp',
      parts: [
        [0, bytesOf('RIFF')],
        [8, bytesOf('WEBP')],
      ],
    },
  ];

const byteOrderMark = [0xef, 0xbb, 0xbf];
const whitespace: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** The first character of a text in UTF-8 that is no space; empty when there is none. */
function firstLetter(bytes: Uint8Array): string {
  const start = hasAt(bytes, 0, byteOrderMark) ? byteOrderMark.length : 0;
  const at = bytes.findIndex((byte, index) => index >= start && !whitespace.includes(byte));
  return at < 0 ? '' : String.fromCharCode(bytes[at] as number);
}

/** The type of a picture by its first bytes; null when they are of none. A text of markup is taken for SVG. */
export function pictureTypeOf(start: Uint8Array): PictureType | null {
  const known = signatures.find(({ parts }) => parts.every(([at, bytes]) => hasAt(start, at, bytes)));
  return known?.type ?? (firstLetter(start) === '<' ? 'image/svg+xml' : null);
}

/**
 * What a file is by its first `kindBytes`, as the type that a browser gives it can be wrong; null when it cannot be
 * brought in. A file that is called JSON is taken for it, so that what is wrong in it is said.
 */
export function kindOfFile(start: Uint8Array, name: string): ImportedKind | null {
  const picture = pictureTypeOf(start);
  if (picture && picture !== 'image/svg+xml') return 'image';
  if (['{', '['].includes(firstLetter(start))) return 'json';
  const header = bytesOf(pdfHeader);
  if (start.some((byte, at) => byte === header[0] && hasAt(start, at, header))) return 'pdf';
  return /\.json$/i.test(name) ? 'json' : null;
}
