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

/** The three operands of a colour operator from `#rrggbb`. */
export function colorOperands(color: string): string {
  return [1, 3, 5].map((at) => real(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
}

export function nameObject(name: string): string {
  return `/${name.replace(/[^A-Za-z0-9_.+-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

/** A compressed stream object; `entries` are further dictionary entries. */
export function streamObject(content: Uint8Array, entries: string, level: number): Buffer {
  const packed = deflateSync(content, { level });
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`, 'latin1'),
    packed,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}
