import type { FontFace } from '@sello/design';
import { createFace } from '@sello/design/shaping';
import { type FontFacts, readFontFacts } from './sfnt.ts';
import { withoutOutlines } from './without-outlines.ts';

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
  /**
   * Of a font of many megabytes only what shaping needs is kept open; its outlines are read again when they are embedded,
   * and forgotten when memory is wanted.
   */
  large?: boolean;
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

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

export function openSource({ read, pairwise = false, large = false, ...of }: Opening): FontSource {
  const bytes = large ? forgetting(read) : lazy(read);
  return {
    ...of,
    bytes,
    facts: lazy(() => readFontFacts(bytes())),
    face: lazy(() => createFace(of.key, large ? withoutOutlines(bytes()) : bytes(), { pairwise })),
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
