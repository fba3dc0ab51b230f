import { deflateSync } from 'node:zlib';

// How values are written in a PDF file (ISO 32000-1, 7.3).

/** A number, to a thousandth of a point. */
export function real(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return rounded === 0 ? '0' : String(rounded);
}

/** Text of any script as UTF-16BE in hex: needs no escaping and cannot break out of its string. */
export function textString(text: string): string {
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${wide.toString('hex')}>`;
}

/** A moment as `D:YYYYMMDDHHmmSSZ`. */
export function dateString(moment: Date): string {
  return `(D:${moment.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z)`;
}

const colors = new Map<string, string>();

/** The three operands of a colour operator from `#rrggbb`. */
export function colorOperands(color: string): string {
  let operands = colors.get(color);
  if (operands === undefined) {
    operands = [1, 3, 5].map((at) => real(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
    if (colors.size < 10_000) colors.set(color, operands);
  }
  return operands;
}

const codes: string[] = [];

/** A glyph id as the four hex digits that show it. */
export function glyphCode(glyph: number): string {
  codes[glyph] ??= glyph.toString(16).padStart(4, '0');
  return codes[glyph];
}

export function nameObject(name: string): string {
  return `/${name.replace(/[^A-Za-z0-9_.+-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

/** How hard a stream is packed. The prefix is made once and shared; a tail is made for every certificate. */
export type Packing = 'prefix' | 'tail';

// Streams of a tail are a few kilobytes. A window of that size needs a quarter of the memory, and taking the memory
// anew for each stream is what costs most.
const packings = { prefix: { level: 9 }, tail: { level: 3, windowBits: 12, memLevel: 5 } };
/** Below so many bytes packing a tail's stream costs more time than it saves room. */
const leastPacked = 256;

/** A stream object, compressed unless that does not pay; `entries` are further dictionary entries. */
export function streamObject(content: Uint8Array, entries: string, packing: Packing): Buffer {
  const isPlain = packing === 'tail' && content.length < leastPacked;
  const bytes = isPlain ? content : deflateSync(content, packings[packing]);
  const filter = isPlain ? '' : '/Filter/FlateDecode';
  return Buffer.concat([
    Buffer.from(`<<${entries}${filter}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}
