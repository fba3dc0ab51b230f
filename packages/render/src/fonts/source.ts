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
  /** The bytes of the font, read on first use. */
  bytes(): Uint8Array;
  facts(): FontFacts;
  /** A subset with these glyphs for embedding in a PDF; glyph ids, or CIDs of a CID-keyed font, are kept. */
  cut(glyphs: Iterable<number>): Uint8Array;
  face(): FontFace & { codePoints: Uint32Array };
}

export interface SourceOptions {
  key: string;
  family: string;
  weight: number;
  italic: boolean;
  bundled: boolean;
  read(): Uint8Array;
  /** Whether Latin text may be shaped from pairs of letters (`FaceOptions.pairwise`). */
  pairwise?: boolean;
}

/** Caches a value until it is garbage-collected; the next call then creates it again. */
function weaklyCached<T extends object>(make: () => T): () => T {
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

/**
 * A font that is read and parsed on first use. The bytes of a bundled font can be garbage-collected and are read again;
 * those of other fonts stay in memory.
 */
export function openSource(
  { read, pairwise = false, ...of }: SourceOptions,
  subsetter: FontSubsetter,
): FontSource {
  const bytes = of.bundled ? weaklyCached(read) : lazy(read);
  const facts = lazy(() => readFontFacts(bytes()));
  return {
    ...of,
    bytes,
    facts,
    face: lazy(() => createFace(of.key, bytes(), { pairwise })),
    cut: (glyphs) => subsetter.glyphs(bytes(), glyphs, { renumber: facts().outlines === 'cid' }),
  };
}

/** Opens a large font whose file is not kept in memory as a whole; see `LargeFont`. */
export function openLargeSource(of: Omit<SourceOptions, 'read' | 'pairwise'>, path: string): FontSource {
  const font = new LargeFont(path);
  // Read once for both, and not kept: the face has a copy.
  const tables = weaklyCached(() => font.withoutOutlines());
  const facts = lazy(() => readFontFacts(tables()));
  return {
    ...of,
    bytes: () => font.bytes(),
    facts,
    face: lazy(() =>
      Object.assign(createFace(of.key, tables()), {
        outline: (glyph: number) => createFace('', font.cut([glyph])).outline(glyph),
      }),
    ),
    cut: (glyphs) => font.cut(glyphs),
  };
}
