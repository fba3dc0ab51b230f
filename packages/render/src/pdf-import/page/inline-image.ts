// Inline images (ISO 32000-1, 8.9.7), which are written as image objects.
import type { PdfFile } from '../read/file.ts';
import { Keyword, type Lexer } from '../read/lexer.ts';
import { nameOf, PdfDict, PdfName, PdfStream } from '../read/values.ts';
import { inlineDict } from './images.ts';

const maxEntries = 64;
const isWhite = (byte: number | undefined): boolean =>
  byte === undefined || byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;

/** The image after `BI`; null when it is malformed. */
export function takeInlineImage(lexer: Lexer, file: PdfFile): PdfStream | null {
  const short = new PdfDict();
  for (let entries = 0; ; entries += 1) {
    if (lexer.isAtEnd || entries > maxEntries) return null;
    const key = lexer.next();
    if (key instanceof Keyword && key.text === 'ID') break;
    if (!(key instanceof PdfName)) return null;
    const value = lexer.next();
    if (value instanceof Keyword) return null;
    short.entries.set(key.text, value);
  }
  const dict = inlineDict(short);
  const start = lexer.position + 1;
  const end = endOf(lexer.bytes, start, file);
  lexer.position = Math.min(lexer.bytes.length, end + 3);
  // Colour spaces have short names, too, which are known where they are written.
  return new PdfStream(dict, lexer.bytes.subarray(start, end));

  function endOf(bytes: Buffer, from: number, { budget }: PdfFile): number {
    let search = from;
    const [width, height] = [dict.get('Width'), dict.get('Height')];
    if (dict.get('Filter') === undefined && typeof width === 'number' && typeof height === 'number') {
      search = from + rawSize(width, height);
    }
    for (let at = bytes.indexOf('EI', search); at >= 0; at = bytes.indexOf('EI', at + 1)) {
      const isAlone = isWhite(bytes[at - 1]) && isWhite(bytes[at + 2]);
      const after = bytes.subarray(at + 2, at + 12);
      if (!isAlone || after.some((byte) => byte > 126 || (byte < 32 && !isWhite(byte)))) continue;
      budget.spendScanned(at - from);
      return at - 1;
    }
    budget.spendScanned(bytes.length - from);
    return bytes.length;
  }

  function rawSize(width: number, height: number): number {
    const space = nameOf(dict.get('ColorSpace'));
    const components = { RGB: 3, DeviceRGB: 3, CMYK: 4, DeviceCMYK: 4 }[space ?? ''] ?? 1;
    const bits = dict.get('ImageMask') === true ? 1 : Number(dict.get('BitsPerComponent') ?? 8);
    const size = Math.ceil((width * components * bits) / 8) * height;
    return Number.isFinite(size) && size > 0 && size < lexer.bytes.length ? size : 0;
  }
}
