import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { rebuildGlyphs, rebuildMetrics } from './glyph-transform.ts';
import { writeSfnt } from './sfnt-file.ts';

const woff1 = 0x774f4646;
const woff2 = 0x774f4632;
const collection = 0x74746366;

/** The known table tags of WOFF 2.0, 5.1, in the order of their flag values. */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT ' +
  'VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar ' +
  'fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .match(/.{4} ?/g)
  ?.map((entry) => entry.slice(0, 4)) as string[];

/** Whether these bytes are a web font (WOFF 1.0 or 2.0). */
function isWebFont(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 4) return false;
  const signature = new ByteReader(bytes).u32();
  return signature === woff1 || signature === woff2;
}

/**
 * The TrueType or OpenType font in a web font (WOFF 1.0 or 2.0); any other file is returned unchanged. Throws
 * RangeError for an invalid web font, and for one that unpacks to more than `maxSize` bytes.
 */
export function unpackWebFont(bytes: Uint8Array, maxSize: number): Uint8Array {
  if (!isWebFont(bytes)) return bytes;
  try {
    return new ByteReader(bytes).u32() === woff1 ? unpackWoff1(bytes, maxSize) : unpackWoff2(bytes, maxSize);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new RangeError('the web font cannot be unpacked', { cause: error });
  }
}

function checkSize(total: number, maxSize: number): void {
  if (total > maxSize) throw new RangeError(`the font unpacks to more than ${maxSize} bytes`);
}

/** WOFF 1.0: each table is compressed separately (zlib). */
function unpackWoff1(bytes: Uint8Array, maxSize: number): Uint8Array {
  const reader = new ByteReader(bytes, 4);
  const flavor = reader.u32();
  reader.at = 12;
  const count = reader.u16();
  reader.at = 44;
  const tables: [string, Uint8Array][] = [];
  let total = 0;
  for (let place = 0; place < count; place += 1) {
    const tag = reader.tag();
    const [offset, packedLength, length] = [reader.u32(), reader.u32(), reader.u32()];
    reader.u32();
    total += length;
    checkSize(total, maxSize);
    const packed = new ByteReader(bytes, offset).take(packedLength);
    const table = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed;
    if (table.byteLength !== length) throw new RangeError(`table ${tag} is not as long as the font says`);
    tables.push([tag, table]);
  }
  return writeSfnt(flavor, tables);
}

interface Entry {
  tag: string;
  length: number;
  /** Length in the uncompressed stream, where a table may be transformed. */
  stored: number;
  transformed: boolean;
}

function readEntry(reader: ByteReader): Entry {
  const flags = reader.u8();
  const tag = (flags & 0x3f) === 0x3f ? reader.tag() : (knownTags[flags & 0x3f] as string);
  const version = flags >> 6;
  const length = reader.base128();
  const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
  return { tag, length, stored: transformed ? reader.base128() : length, transformed };
}

/** WOFF 2.0: all tables are compressed as one stream (Brotli), after transforms of `glyf`, `loca` and `hmtx`. */
function unpackWoff2(bytes: Uint8Array, maxSize: number): Uint8Array {
  const reader = new ByteReader(bytes, 4);
  const flavor = reader.u32();
  if (flavor === collection) throw new RangeError('collections of fonts are not taken as web fonts');
  reader.at = 12;
  const count = reader.u16();
  reader.at = 20;
  const packedLength = reader.u32();
  reader.at = 48;
  const entries = Array.from({ length: count }, () => readEntry(reader));
  const total = entries.reduce((sum, { stored, length }) => sum + Math.max(stored, length), 0);
  checkSize(total, maxSize);
  const whole = brotliDecompressSync(reader.take(packedLength), { maxOutputLength: total });
  const stream = new ByteReader(whole);
  const stored = new Map(entries.map((entry) => [entry.tag, { ...entry, bytes: stream.take(entry.stored) }]));

  const tables = new Map([...stored].map(([tag, entry]) => [tag, entry.bytes] as const));
  const glyf = stored.get('glyf');
  if (glyf?.transformed) {
    const { glyphs, offsets, left } = rebuildGlyphs(glyf.bytes, maxSize);
    tables.set('glyf', glyphs);
    tables.set('loca', offsets);
    const metrics = stored.get('hmtx');
    if (metrics?.transformed) tables.set('hmtx', rebuildMetrics(metrics.bytes, tables.get('hhea'), left));
  } else if (stored.get('hmtx')?.transformed) {
    throw new RangeError('the font leaves out measures that nothing else tells');
  }
  for (const { tag, transformed } of entries) {
    if (transformed && !['glyf', 'loca', 'hmtx'].includes(tag)) {
      throw new RangeError(`table ${tag} is packed in a way that is not known`);
    }
  }
  return writeSfnt(flavor, tables);
}
