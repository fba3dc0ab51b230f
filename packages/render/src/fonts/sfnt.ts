import { glyphAddress } from './cff.ts';
import { writeSfnt } from './web-fonts/sfnt-file.ts';

/** The facts of a font that a PDF needs, read from its tables (OpenType 1.9). Lengths in font units. */
export interface FontFacts {
  family: string;
  weight: number;
  italic: boolean;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  capHeight: number;
  italicAngle: number;
  fixedPitch: boolean;
  bounds: [number, number, number, number];
  glyphCount: number;
  /** Outline format: TrueType, CFF addressed by glyph id, or CFF addressed by CID (equal to the glyph id). */
  outlines: 'glyf' | 'cff' | 'cid';
  /** The axes of a variable font, by tag; empty for a static one. */
  axes: ReadonlyMap<string, { min: number; default: number; max: number }>;
  postScriptName: string;
}

const collectionTag = 0x74746366;

/** The number of fonts in a file: more than one in a collection (.ttc, .otc). */
export function fontCount(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(0) === collectionTag ? view.getUint32(8) : 1;
}

/** The tables of one font of a file, by tag. Throws RangeError for a table outside the file. */
export function tablesOf(bytes: Uint8Array, index = 0): Map<string, DataView> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.getUint32(0) === collectionTag ? view.getUint32(12 + 4 * index) : 0;
  const tables = new Map<string, DataView>();
  const count = view.getUint16(start + 4);
  for (let place = 0; place < count; place += 1) {
    const at = start + 12 + place * 16;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (offset + length > bytes.byteLength) throw new RangeError(`table ${tag} lies outside the file`);
    tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + offset, length));
  }
  return tables;
}

/** Extracts one font of a collection as a separate file; a file that is not a collection is returned unchanged. */
export function fontOf(bytes: Uint8Array, index: number): Uint8Array {
  const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (source.getUint32(0) !== collectionTag) return bytes;
  const tables = [...tablesOf(bytes, index)].map(
    ([tag, table]) => [tag, new Uint8Array(table.buffer, table.byteOffset, table.byteLength)] as const,
  );
  return writeSfnt(source.getUint32(source.getUint32(12 + 4 * index)), tables);
}

function requireTable(tables: Map<string, DataView>, tag: string): DataView {
  const table = tables.get(tag);
  if (!table) throw new RangeError(`the font has no table ${tag}`);
  return table;
}

/** Names by name id; US English names of the Windows platform (3, language 0x409) take precedence. */
function namesOf(name: DataView): Map<number, string> {
  const names = new Map<number, string>();
  const start = name.getUint16(4);
  for (let index = 0; index < name.getUint16(2); index += 1) {
    const at = 6 + index * 12;
    const [platform, language, id] = [name.getUint16(at), name.getUint16(at + 4), name.getUint16(at + 6)];
    const [length, offset] = [name.getUint16(at + 8), start + name.getUint16(at + 10)];
    const wide = platform === 3 || platform === 0;
    let text = '';
    for (let place = 0; place < length; place += wide ? 2 : 1) {
      text += String.fromCharCode(wide ? name.getUint16(offset + place) : name.getUint8(offset + place));
    }
    if (!names.has(id) || (platform === 3 && language === 0x409)) names.set(id, text);
  }
  return names;
}

function axesOf(fvar: DataView | undefined): FontFacts['axes'] {
  const axes = new Map<string, { min: number; default: number; max: number }>();
  if (!fvar) return axes;
  const [start, count, size] = [fvar.getUint16(4), fvar.getUint16(8), fvar.getUint16(10)];
  for (let index = 0; index < count; index += 1) {
    const at = start + index * size;
    const tag = [0, 1, 2, 3].map((place) => String.fromCharCode(fvar.getUint8(at + place))).join('');
    const fixed = (place: number) => fvar.getInt32(at + place) / 65_536;
    axes.set(tag, { min: fixed(4), default: fixed(8), max: fixed(12) });
  }
  return axes;
}

function outlinesOf(tables: Map<string, DataView>, glyphCount: number): FontFacts['outlines'] {
  if (tables.has('glyf')) return 'glyf';
  const cff = tables.get('CFF ');
  if (!cff) throw new RangeError('the font has no outlines that a PDF can hold');
  return glyphAddress(cff, glyphCount) === 'cid' ? 'cid' : 'cff';
}

/**
 * Reads a TrueType or OpenType font. Throws RangeError for another file, or when a table that a PDF needs is missing.
 */
export function readFontFacts(bytes: Uint8Array, index = 0): FontFacts {
  const tables = tablesOf(bytes, index);
  const [head, hhea, os2] = [
    requireTable(tables, 'head'),
    requireTable(tables, 'hhea'),
    requireTable(tables, 'OS/2'),
  ];
  const names = namesOf(requireTable(tables, 'name'));
  const post = tables.get('post');
  const family = names.get(16) ?? names.get(1) ?? '';
  if (family === '') throw new RangeError('the font has no family name');
  const glyphCount = requireTable(tables, 'maxp').getUint16(4);
  const outlines = outlinesOf(tables, glyphCount);
  return {
    family,
    weight: os2.getUint16(4),
    italic: (os2.getUint16(62) & 1) === 1,
    unitsPerEm: head.getUint16(18),
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    capHeight: os2.getUint16(0) >= 2 && os2.byteLength >= 90 ? os2.getInt16(88) : hhea.getInt16(4),
    italicAngle: post ? post.getInt32(4) / 65_536 : 0,
    fixedPitch: post ? post.getUint32(12) !== 0 : false,
    bounds: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    glyphCount,
    outlines,
    axes: axesOf(tables.get('fvar')),
    postScriptName: (names.get(6) ?? family).replace(/[^A-Za-z0-9-]/g, '') || 'Font',
  };
}

/** Glyph ids of a TrueType font that have an outline. */
export function outlinedGlyphs(bytes: Uint8Array): number[] {
  const tables = tablesOf(bytes);
  const loca = requireTable(tables, 'loca');
  const long = requireTable(tables, 'head').getInt16(50) === 1;
  const count = loca.byteLength / (long ? 4 : 2) - 1;
  const offset = (glyph: number) => (long ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2));
  return Array.from({ length: count }, (_, glyph) => glyph).filter(
    (glyph) => offset(glyph) !== offset(glyph + 1),
  );
}
