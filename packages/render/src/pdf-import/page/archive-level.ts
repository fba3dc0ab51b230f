// What PDF/A-2 asks of embedded fonts (ISO 19005-2, 6.2.11): the widths of the program, a glyph for each code, and for
// level A a character. What is not checked here is not claimed.
import { tablesOf } from '../../fonts/sfnt.ts';
import type { ArchiveLevel } from './context.ts';
import type { FontFacts, PageFont } from './page-font.ts';
import { mappedCodes } from './unicode-map.ts';

/** In thousandths of the em. */
const widthTolerance = 1;
const encodings: Readonly<Record<string, string>> = {
  WinAnsiEncoding: 'windows-1252',
  MacRomanEncoding: 'macintosh',
};

export function archiveLevelOf({ facts, codeBytes, used }: PageFont): ArchiveLevel {
  if (!facts?.program || codeBytes === 0) return 'none';
  try {
    if (facts.program.kind !== 'truetype' || !isSound(facts, used)) return 'none';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'none';
  }
  const isNamed = facts.subtype === 'TrueType' && !facts.isSymbolic;
  return isNamed || hasCharacters(facts, used) ? 'A' : 'B';
}

function hasCharacters({ unicode }: FontFacts, used: ReadonlySet<number>): boolean {
  if (!unicode) return false;
  const mapped = mappedCodes(unicode);
  return [...used].every((code) => mapped.has(code));
}

/** Whether each code has a glyph of the declared width. Throws RangeError for a damaged font. */
function isSound(facts: FontFacts, used: ReadonlySet<number>): boolean {
  const tables = tablesOf(facts.program!.bytes);
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => tables.get(tag));
  if (!head || !hhea || !hmtx || !maxp || !tables.has('glyf') || !tables.has('loca')) return false;
  const unitsPerEm = head.getUint16(18);
  const glyphs = maxp.getUint16(4);
  const metrics = hhea.getUint16(34);
  if (unitsPerEm === 0 || metrics === 0) return false;
  const glyphOf =
    facts.subtype === 'CIDFontType2' ? glyphOfCid(facts) : glyphOfCode(facts, tables.get('cmap'));
  if (!glyphOf) return false;
  for (const code of used) {
    const glyph = glyphOf(code);
    if (glyph === 0 || glyph >= glyphs) return false;
    const width = (hmtx.getUint16(Math.min(glyph, metrics - 1) * 4) * 1_000) / unitsPerEm;
    if (Math.abs(width - facts.widthOf(code)) > widthTolerance) return false;
  }
  return true;
}

type GlyphOf = (code: number) => number;

function glyphOfCid({ cidToGid }: FontFacts): GlyphOf {
  if (!cidToGid) return (cid) => cid;
  return (cid) => (cid * 2 + 1 < cidToGid.length ? cidToGid.readUInt16BE(cid * 2) : 0);
}

/** For a simple TrueType font (ISO 32000-1, 9.6.6.4); null when PDF/A does not allow its encoding. */
function glyphOfCode(facts: FontFacts, cmap: DataView | undefined): GlyphOf | null {
  const { isSymbolic, encoding, differences } = facts;
  if (facts.subtype !== 'TrueType' || !cmap || differences.size > 0) return null;
  const tables = new Map<string, GlyphOf>();
  for (let index = 0; index < cmap.getUint16(2); index += 1) {
    const at = 4 + index * 8;
    const glyphOf = subtable(cmap, cmap.getUint32(at + 4));
    if (glyphOf) tables.set(`${cmap.getUint16(at)},${cmap.getUint16(at + 2)}`, glyphOf);
  }
  const [symbol, unicode, mac] = ['3,0', '3,1', '1,0'].map((key) => tables.get(key));
  if (isSymbolic) {
    if (encoding !== null || (!symbol && tables.size !== 1)) return null;
    if (symbol) return (code) => symbol(0xf000 + code) || symbol(code);
    return mac ?? null;
  }
  const charset = encodings[encoding ?? ''];
  if (charset === undefined || !unicode) return null;
  const decoder = new TextDecoder(charset);
  return (code) => unicode(decoder.decode(Uint8Array.of(code)).codePointAt(0) ?? 0);
}

/** Formats 0, 4 and 6 of `cmap` (OpenType 1.9); null for others. */
function subtable(cmap: DataView, at: number): GlyphOf | null {
  const format = cmap.getUint16(at);
  if (format === 0) return (code) => (code < 256 ? cmap.getUint8(at + 6 + code) : 0);
  if (format === 6) {
    const [first, count] = [cmap.getUint16(at + 6), cmap.getUint16(at + 8)];
    return (code) =>
      code >= first && code < first + count ? cmap.getUint16(at + 10 + (code - first) * 2) : 0;
  }
  if (format !== 4) return null;
  const segments = cmap.getUint16(at + 6) / 2;
  const [ends, starts] = [at + 14, at + 16 + segments * 2];
  const [deltas, ranges] = [starts + segments * 2, starts + segments * 4];
  return (code) => {
    for (let index = 0; index < segments; index += 1) {
      if (code > cmap.getUint16(ends + index * 2)) continue;
      const start = cmap.getUint16(starts + index * 2);
      if (code < start) return 0;
      const range = cmap.getUint16(ranges + index * 2);
      const delta = cmap.getUint16(deltas + index * 2);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = cmap.getUint16(ranges + index * 2 + range + (code - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
