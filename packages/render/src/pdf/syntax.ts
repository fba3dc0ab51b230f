import { deflateSync } from 'node:zlib';

// PDF objects (ISO 32000-1, 7.3).

/** A number with at most three decimals. */
export function real(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return rounded === 0 ? '0' : String(rounded);
}

/** A text string (7.9.2.2) as UTF-16BE in hex, which needs no escaping, so input cannot end the string. */
export function textString(text: string): string {
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${utf16.toString('hex')}>`;
}

// The characters that PDFDocEncoding and Latin-1 share (annex D.2), without PDF syntax characters except the slash, which
// is written as an octal code: a search of the file for a name or a bracket never finds user input.
const plain = /^[\x20-\x24\x26\x27*-;=?-Z^-z|~\xa1-\xac\xae-\xff]*$/;

// Brackets and slashes are written as octal codes, because the bytes of UTF-16 characters may spell any PDF name.
const special = /[()\\\r\n/<>[\]]/g;

/**
 * The shortest text string, as a literal string (7.3.4.2): in PDFDocEncoding if it can represent the text and no character
 * is PDF syntax, else in UTF-16BE, which is half as long as in hex.
 */
export function shortTextString(text: string): string {
  if (plain.test(text)) return `(${text.replaceAll('/', '\\057')})`;
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1');
  return `(${wide.replace(special, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)})`;
}

/** A moment as `D:YYYYMMDDHHmmSSZ`. */
export function dateString(moment: Date): string {
  return `(D:${moment.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z)`;
}

const colors = new Map<string, string>();

/** The three operands of `rg` or `RG` from `#rrggbb`. */
export function colorOperands(color: string): string {
  let operands = colors.get(color);
  if (operands === undefined) {
    operands = [1, 3, 5].map((at) => real(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
    if (colors.size < 10_000) colors.set(color, operands);
  }
  return operands;
}

const codes: string[] = [];

/** A glyph id as the four hex digits of its two-byte character code. */
export function glyphCode(glyph: number): string {
  codes[glyph] ??= glyph.toString(16).padStart(4, '0');
  return codes[glyph];
}

export function nameObject(name: string): string {
  return `/${name.replace(/[^A-Za-z0-9_.+-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

/**
 * How a stream is compressed: a prefix is written once and shared, a tail is written for each certificate. Operators are
 * most of the compressed data of a tail: with their options 4 KB take a quarter less time than with those of other streams
 * of a tail, and 3 % more space.
 */
export type Compression = 'prefix' | 'tail' | 'operators';

// Streams of a tail have a few kilobytes. A window of that size needs a quarter of the memory, and allocating the memory
// for each stream is the largest part of the cost: a buffer of 4 KB comes from Node's pool, the default of 16 KB does not.
const deflateOptions = {
  prefix: { level: 9 },
  tail: { level: 3, windowBits: 12, memLevel: 5, chunkSize: 4_096 },
  operators: { level: 1, windowBits: 12, memLevel: 5, chunkSize: 4_096 },
};
/** Smaller streams of a tail, in bytes, are not compressed: the saved space is not worth the time. */
const minCompressedSize = 256;

/** A stream object (7.3.8) with the Flate filter, unless it is too small; `entries` are further dictionary entries. */
export function streamObject(content: Uint8Array, entries: string, compression: Compression): Buffer {
  const isUncompressed = compression !== 'prefix' && content.length < minCompressedSize;
  const bytes = isUncompressed ? content : deflateSync(content, deflateOptions[compression]);
  const filter = isUncompressed ? '' : '/Filter/FlateDecode';
  return Buffer.concat([
    Buffer.from(`<<${entries}${filter}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}
