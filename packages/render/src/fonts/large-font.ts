import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { writeSfnt } from './web-fonts/sfnt-file.ts';

/** The tables that HarfBuzz reads to shape horizontal text, and those with names and metrics (OpenType 1.9). */
const shapingTables = new Set([
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'OS/2', 'name', 'post'],
  ...['GDEF', 'GPOS', 'GSUB', 'BASE', 'kern'],
]);
/** Tables that the instructions of glyphs refer to. */
const hintingTables = ['cvt ', 'fpgm', 'prep'];

/** The position of a table in the file, in bytes. */
interface Place {
  offset: number;
  length: number;
}

/**
 * A TrueType font of many megabytes, nearly all of them outlines. Text is shaped with its other tables, and outlines
 * are read from the file glyph by glyph when they are embedded. Only for fonts that position marks with GPOS: HarfBuzz
 * falls back to glyph extents, which need outlines, when GPOS is missing.
 */
export class LargeFont {
  readonly #path: string;
  #tables: ReadonlyMap<string, Place> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The whole file. */
  bytes(): Uint8Array {
    return readFileSync(this.#path);
  }

  /** The font without its outlines, which shapes text as the whole font does. */
  withoutOutlines(): Uint8Array {
    return this.#reading((read) => {
      const tables = [...this.#directory(read)]
        .filter(([tag]) => shapingTables.has(tag))
        .map(([tag, place]) => [tag, read(place)] as const);
      return writeSfnt(0x00010000, [...tables, ['glyf', new Uint8Array(0)]]);
    });
  }

  /**
   * A subset with these glyphs for embedding in a PDF (ISO 32000-1, 9.9); glyph ids are kept. Throws RangeError for a
   * missing table or a truncated file.
   */
  cut(glyphs: Iterable<number>): Uint8Array {
    return this.#reading((read) => {
      const directory = this.#directory(read);
      const table = (tag: string): Place => {
        const place = directory.get(tag);
        if (!place) throw new RangeError(`the font has no table ${tag}`);
        return place;
      };
      const [head, hhea, maxp] = ['head', 'hhea', 'maxp'].map((tag) => read(table(tag))) as [
        Buffer,
        Buffer,
        Buffer,
      ];
      const outlines = new Outlines(read, table('glyf'), table('loca'), head.readInt16BE(50) === 1);
      const kept = outlines.withComponents([...glyphs, 0]);
      const count = Math.max(...kept.keys()) + 1;
      const full = hhea.readUInt16BE(34);
      const hmtx = Buffer.alloc(4 * count);
      for (const glyph of kept.keys()) {
        const { offset } = table('hmtx');
        const advance = read({ offset: offset + 4 * Math.min(glyph, full - 1), length: 4 });
        advance.copy(hmtx, 4 * glyph);
        if (glyph >= full)
          read({ offset: offset + 4 * full + 2 * (glyph - full), length: 2 }).copy(hmtx, 4 * glyph + 2);
      }
      maxp.writeUInt16BE(count, 4);
      hhea.writeUInt16BE(count, 34);
      const { glyf, loca, isLong } = writeOutlines(kept, count);
      head.writeInt16BE(isLong ? 1 : 0, 50);
      const hints = hintingTables.flatMap((tag) => {
        const place = directory.get(tag);
        return place ? [[tag, read(place)] as const] : [];
      });
      return writeSfnt(0x00010000, [
        ['head', head],
        ['hhea', hhea],
        ['maxp', maxp],
        ['hmtx', hmtx],
        ['glyf', glyf],
        ['loca', loca],
        ...hints,
      ]);
    });
  }

  #reading<T>(work: (read: Read) => T): T {
    const file = openSync(this.#path, 'r');
    try {
      return work(({ offset, length }) => {
        const bytes = Buffer.alloc(length);
        if (readSync(file, bytes, 0, length, offset) !== length)
          throw new RangeError('the font ends too early');
        return bytes;
      });
    } finally {
      closeSync(file);
    }
  }

  #directory(read: Read): ReadonlyMap<string, Place> {
    if (this.#tables) return this.#tables;
    const count = read({ offset: 4, length: 2 }).readUInt16BE();
    const entries = read({ offset: 12, length: 16 * count });
    const tables = new Map<string, Place>();
    for (let at = 0; at < entries.length; at += 16) {
      const tag = entries.toString('latin1', at, at + 4);
      tables.set(tag, { offset: entries.readUInt32BE(at + 8), length: entries.readUInt32BE(at + 12) });
    }
    this.#tables = tables;
    return tables;
  }
}

type Read = (place: Place) => Buffer;

const isComposite = (outline: Buffer): boolean => outline.length > 10 && outline.readInt16BE(0) < 0;

/** The component glyphs of a composite glyph (OpenType 1.9, `glyf`, composite glyphs). */
function componentsOf(outline: Buffer): number[] {
  const components: number[] = [];
  for (let at = 10, more = true; more; ) {
    const flags = outline.readUInt16BE(at);
    components.push(outline.readUInt16BE(at + 2));
    more = (flags & 0x0020) !== 0;
    at += 4 + (flags & 0x0001 ? 4 : 2) + (flags & 0x0008 ? 2 : flags & 0x0040 ? 4 : flags & 0x0080 ? 8 : 0);
  }
  return components;
}

class Outlines {
  readonly #read: Read;
  readonly #glyf: Place;
  readonly #loca: Place;
  readonly #isLong: boolean;

  constructor(read: Read, glyf: Place, loca: Place, isLong: boolean) {
    this.#read = read;
    this.#glyf = glyf;
    this.#loca = loca;
    this.#isLong = isLong;
  }

  #of(glyph: number): Buffer {
    const size = this.#isLong ? 4 : 2;
    const pair = this.#read({ offset: this.#loca.offset + size * glyph, length: 2 * size });
    const [start, end] = this.#isLong
      ? [pair.readUInt32BE(0), pair.readUInt32BE(4)]
      : [2 * pair.readUInt16BE(0), 2 * pair.readUInt16BE(2)];
    return this.#read({ offset: this.#glyf.offset + start, length: end - start });
  }

  /** The outlines of glyphs and of their components, by glyph id. */
  withComponents(glyphs: readonly number[]): Map<number, Buffer> {
    const found = new Map<number, Buffer>();
    const waiting = [...glyphs];
    for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
      if (found.has(glyph)) continue;
      const outline = this.#of(glyph);
      found.set(glyph, outline);
      if (isComposite(outline)) waiting.push(...componentsOf(outline));
    }
    return found;
  }
}

/** The largest `glyf` table, in bytes, that the short format of `loca` can address. */
const maxShortGlyf = 2 * 0xffff;

/** Writes outlines into a `glyf` table, and its index `loca`. */
function writeOutlines(
  outlines: ReadonlyMap<number, Buffer>,
  count: number,
): { glyf: Buffer; loca: Buffer; isLong: boolean } {
  const ordered = [...outlines].sort(([a], [b]) => a - b);
  const padded = ordered.map(([, outline]) =>
    outline.length % 4 === 0 ? outline : Buffer.concat([outline, Buffer.alloc(4 - (outline.length % 4))]),
  );
  const glyf = Buffer.concat(padded);
  const isLong = glyf.length > maxShortGlyf;
  const loca = Buffer.alloc((isLong ? 4 : 2) * (count + 1));
  let next = 0;
  let start = 0;
  for (let glyph = 0; glyph <= count; glyph += 1) {
    if (isLong) loca.writeUInt32BE(start, 4 * glyph);
    else loca.writeUInt16BE(start / 2, 2 * glyph);
    if (ordered[next]?.[0] !== glyph) continue;
    start += (padded[next] as Buffer).length;
    next += 1;
  }
  return { glyf, loca, isLong };
}
