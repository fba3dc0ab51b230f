import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readFontFacts } from './sfnt.ts';

// Node provides it, but the ES type library does not declare it.
declare const WebAssembly: { instantiate(bytes: Uint8Array): Promise<{ instance: { exports: unknown } }> };

/** The exports of harfbuzz-subset that are used here (hb-subset.h); pointers are numbers. */
interface Subsetter {
  memory: { buffer: ArrayBuffer };
  _initialize(): void;
  malloc(size: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_subset_preprocess(face: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_set_invert(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

// hb_subset_flags_t and hb_subset_sets_t.
const noHinting = 0x1;
const withoutSubroutines = 0x4;
const retainGlyphIds = 0x2;
const noLayoutClosure = 0x200;
const dropTables = 3;
const layoutFeatures = 6;

// A PDF reader needs outlines, their index and their widths; the text is already shaped.
const droppedTables = [
  'GSUB',
  'GPOS',
  'GDEF',
  'BASE',
  'STAT',
  'DSIG',
  'name',
  'post',
  'OS/2',
  'gasp',
  'meta',
  'MATH',
];
/** Bitmap and colour glyphs, device metrics, signatures, and layout tables that are not used to shape certificates. */
const unusedTables = [
  ...[
    'SVG ',
    'COLR',
    'CPAL',
    'CBDT',
    'CBLC',
    'EBDT',
    'EBLC',
    'EBSC',
    'sbix',
    'DSIG',
    'meta',
    'PCLT',
    'JSTF',
    'MATH',
  ],
  ...['hdmx', 'LTSH', 'VDMX', 'Silf', 'Glat', 'Gloc', 'Feat', 'Sill', 'morx', 'kerx', 'feat', 'trak', 'BASE'],
];
/** Features that browsers apply by default: the glyphs they substitute belong to the repertoire. */
const defaultFeatures = ['ccmp', 'locl', 'rlig', 'rclt', 'liga', 'clig', 'calt', 'kern', 'mark', 'mkmk'];

const tag = (name: string) => [...name].reduce((sum, character) => sum * 256 + character.charCodeAt(0), 0);

const maxOpenFaces = 4;
const usesBeforePreprocessing = 6;

interface OpenFace {
  face: number;
  /** The font's bytes in the subsetter's memory. */
  data: number;
  uses: number;
}

let loading: Promise<Subsetter> | undefined;

async function load(): Promise<Subsetter> {
  const path = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(path));
  const exports = instance.exports as Subsetter;
  exports._initialize();
  return exports;
}

/** Loads the HarfBuzz subsetter, whose methods are synchronous. */
export async function loadSubsetter(): Promise<FontSubsetter> {
  loading ??= load();
  return new FontSubsetter(await loading);
}

export class FontSubsetter {
  readonly #hb: Subsetter;
  readonly #faces = new Map<Uint8Array, OpenFace>();

  constructor(hb: Subsetter) {
    this.#hb = hb;
  }

  /**
   * A subset with these glyphs, without the tables that PDF readers do not need. Glyph ids are kept unless `renumber`
   * is set, which is for CID-keyed fonts: their CIDs are always kept.
   */
  glyphs(font: Uint8Array, glyphs: Iterable<number>, { renumber = false } = {}): Uint8Array {
    return this.#run(font, (input) => {
      const hb = this.#hb;
      const set = hb.hb_subset_input_glyph_set(input);
      for (const glyph of glyphs) hb.hb_set_add(set, glyph);
      this.#dropTables(input);
      hb.hb_subset_input_set_flags(
        input,
        noHinting | withoutSubroutines | noLayoutClosure | (renumber ? 0 : retainGlyphIds),
      );
    });
  }

  /** A subset with every glyph that shaping these characters can produce. Glyph ids are kept. */
  characters(font: Uint8Array, codePoints: Iterable<number>): Uint8Array {
    return this.#run(font, (input) => {
      const hb = this.#hb;
      const set = hb.hb_subset_input_unicode_set(input);
      for (const codePoint of codePoints) hb.hb_set_add(set, codePoint);
      const features = hb.hb_subset_input_set(input, layoutFeatures);
      hb.hb_set_clear(features);
      for (const feature of defaultFeatures) hb.hb_set_add(features, tag(feature));
      hb.hb_subset_input_set_flags(input, noHinting | retainGlyphIds);
    });
  }

  /**
   * A static instance of a variable font, with each axis pinned to its value. Throws RangeError for an unknown axis.
   */
  instance(font: Uint8Array, axes: ReadonlyMap<string, number>): Uint8Array {
    return this.#run(font, (input, face) => {
      const hb = this.#hb;
      for (const set of [hb.hb_subset_input_unicode_set(input), hb.hb_subset_input_glyph_set(input)]) {
        hb.hb_set_clear(set);
        hb.hb_set_invert(set);
      }
      const features = hb.hb_subset_input_set(input, layoutFeatures);
      hb.hb_set_clear(features);
      hb.hb_set_invert(features);
      for (const [name, value] of axes) {
        if (!hb.hb_subset_input_pin_axis_location(input, face, tag(name), value)) {
          throw new RangeError(`the font has no axis ${name}`);
        }
      }
      hb.hb_subset_input_set_flags(input, retainGlyphIds);
    });
  }

  /**
   * One weight of a font, with the other axes of a variable font at their defaults; a static font is returned
   * unchanged.
   */
  pinned(font: Uint8Array, weight: number): Uint8Array {
    const { axes } = readFontFacts(font);
    if (axes.size === 0) return font;
    const places = [...axes].map(([name, axis]) => {
      const wanted = Math.min(axis.max, Math.max(axis.min, weight));
      return [name, name === 'wght' ? wanted : axis.default] as const;
    });
    return this.instance(font, new Map(places));
  }

  /**
   * Rewrites a font with all of its characters, glyphs and layout features, and without hinting programs, bitmap and
   * colour glyphs, and unknown tables.
   */
  rewrite(font: Uint8Array): Uint8Array {
    try {
      return this.#run(font, (input) => {
        const hb = this.#hb;
        const complete = [
          hb.hb_subset_input_unicode_set(input),
          hb.hb_subset_input_glyph_set(input),
          hb.hb_subset_input_set(input, layoutFeatures),
        ];
        for (const set of complete) {
          hb.hb_set_clear(set);
          hb.hb_set_invert(set);
        }
        const tables = hb.hb_subset_input_set(input, dropTables);
        for (const name of unusedTables) hb.hb_set_add(tables, tag(name));
        hb.hb_subset_input_set_flags(input, noHinting | retainGlyphIds);
      });
    } finally {
      this.#close(0);
    }
  }

  #dropTables(input: number): void {
    const tables = this.#hb.hb_subset_input_set(input, dropTables);
    for (const name of droppedTables) this.#hb.hb_set_add(tables, tag(name));
  }

  #run(font: Uint8Array, configure: (input: number, face: number) => void): Uint8Array {
    const hb = this.#hb;
    const { face } = this.#open(font);
    const input = hb.hb_subset_input_create_or_fail();
    try {
      configure(input, face);
      const subset = hb.hb_subset_or_fail(face, input);
      if (subset === 0) throw new RangeError('the font cannot be subset');
      const result = hb.hb_face_reference_blob(subset);
      const start = hb.hb_blob_get_data(result, 0);
      const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
      hb.hb_blob_destroy(result);
      hb.hb_face_destroy(subset);
      return bytes;
    } finally {
      hb.hb_subset_input_destroy(input);
    }
  }

  /**
   * Opens a font, or returns it from an LRU cache: copying a font of many megabytes for each subset would be slow. A
   * font in frequent use is preprocessed, which takes as long as many subsets and makes each one ten times faster.
   */
  #open(font: Uint8Array): OpenFace {
    const hb = this.#hb;
    let opened = this.#faces.get(font);
    this.#faces.delete(font);
    if (!opened) {
      let data = hb.malloc(font.byteLength);
      if (data === 0) {
        // The memory of WebAssembly is bounded: the other open fonts are evicted.
        this.#close(0);
        data = hb.malloc(font.byteLength);
      }
      if (data === 0) throw new RangeError('the font is too large');
      new Uint8Array(hb.memory.buffer).set(font, data);
      const blob = hb.hb_blob_create(data, font.byteLength, 1, 0, 0);
      opened = { face: hb.hb_face_create(blob, 0), data, uses: 0 };
      hb.hb_blob_destroy(blob);
    }
    opened.uses += 1;
    if (opened.uses === usesBeforePreprocessing) {
      const preprocessed = hb.hb_subset_preprocess(opened.face);
      hb.hb_face_destroy(opened.face);
      opened.face = preprocessed;
    }
    this.#faces.set(font, opened);
    this.#close(maxOpenFaces);
    return opened;
  }

  /** Closes the least recently used fonts until at most `max` are open. */
  #close(max: number): void {
    for (const [oldest, { face, data }] of this.#faces) {
      if (this.#faces.size <= max) break;
      this.#hb.hb_face_destroy(face);
      this.#hb.free(data);
      this.#faces.delete(oldest);
    }
  }
}
