import type { FontFace } from '@sello/design';
import { createFace } from '@sello/design/shaping';
import { LargeFont } from './large-font.ts';
import { type FontFacts, readFontFacts } from './sfnt.ts';
import type { FontSubsetter } from './subset.ts';

/** One weight and slope of one family, as a file or as an instance of a variable font. */
export interface FontSource {
  key: string;
  family: string;
  weight: number;
  italic: boolean;
  bundled: boolean;
  /** The font's own bytes, read when first asked for. */
  bytes(): Uint8Array;
  facts(): FontFacts;
  /** The font with these glyphs alone, as a PDF embeds it; glyphs keep their ids, or their CIDs. */
  cut(glyphs: Iterable<number>): Uint8Array;
  face(): FontFace & { codePoints: Uint32Array };
}

export interface Opening {
  key: string;
  family: string;
  weight: number;
  italic: boolean;
  bundled: boolean;
  read(): Uint8Array;
  /** Whether words may be put together from pairs of letters. */
  pairwise?: boolean;
}

/** Made again when it was forgotten because memory was wanted. */
function forgetting<T extends object>(make: () => T): () => T {
  let made: WeakRef<T> | undefined;
  return () => {
    const known = made?.deref();
    if (known) return known;
    const value = make();
    made = new WeakRef(value);
    return value;
  };
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function openSource({ read, pairwise = false, ...of }: Opening, subsetter: FontSubsetter): FontSource {
  const bytes = of.bundled ? forgetting(read) : lazy(read);
  const facts = lazy(() => readFontFacts(bytes()));
  return {
    ...of,
    bytes,
    facts,
    face: lazy(() => createFace(of.key, bytes(), { pairwise })),
    cut: (glyphs) => subsetter.glyphs(bytes(), glyphs, { renumber: facts().outlines === 'cid' }),
  };
}

/** A source whose file is never held as a whole. */
export function openLargeSource(of: Omit<Opening, 'read' | 'pairwise'>, path: string): FontSource {
  const font = new LargeFont(path);
  const facts = lazy(() => readFontFacts(font.bare()));
  return {
    ...of,
    bytes: () => font.bytes(),
    facts,
    face: lazy(() =>
      Object.assign(createFace(of.key, font.bare()), {
        outline: (glyph: number) => createFace('', font.cut([glyph])).outline(glyph),
      }),
    ),
    cut: (glyphs) => font.cut(glyphs),
  };
}

/** A face that is opened when a character asks for it. */
export function lateFace(source: FontSource, covers?: (codePoint: number) => boolean): FontFace {
  return {
    key: source.key,
    get unitsPerEm() {
      return source.face().unitsPerEm;
    },
    get metrics() {
      return source.face().metrics;
    },
    covers: covers ?? ((codePoint) => source.face().covers(codePoint)),
    glyphOf: (codePoint) => source.face().glyphOf(codePoint),
    width: (glyph) => source.face().width(glyph),
    outline: (glyph) => source.face().outline(glyph),
    shape: (text, options) => source.face().shape(text, options),
  };
}

/** Stands for a face whose pack is not here: characters that fall to it have no glyph yet. */
export function absentFace(pack: string, covers: (codePoint: number) => boolean): FontFace {
  const absent = (): never => {
    throw new RangeError(`the pack ${pack} is not here`);
  };
  return {
    key: `absent ${pack}`,
    pack,
    unitsPerEm: 1_000,
    get metrics() {
      return absent();
    },
    covers,
    glyphOf: absent,
    width: absent,
    outline: absent,
    shape: absent,
  };
}
