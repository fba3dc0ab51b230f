import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FontFace, Fonts } from '@sello/design';
import { createFace } from '@sello/design/shaping';
import { bundledFamilies, bundledFiles, defaultFallback, isPairwise } from './bundled.ts';
import { type FontFacts, fontCount, fontOf, readFontFacts } from './sfnt.ts';
import { type FontSubsetter, loadSubsetter } from './subset.ts';

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

export interface FontFamily {
  family: string;
  /** Whether it comes with the product; the others are the operator's. */
  bundled: boolean;
  faces: readonly { key: string; weight: number; italic: boolean }[];
}

/** Fonts for one process: bundled families first, then the operator's folder. Immutable once loaded. */
export interface FontLibrary extends Fonts {
  readonly families: readonly FontFamily[];
  /** Files of the operator's folder that were left out, and why. */
  readonly refused: readonly { file: string; reason: string }[];
  readonly subsetter: FontSubsetter;
  /** The file behind a face of `chain`, or behind a key of `families`. */
  source(key: string): FontSource | undefined;
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface Opening {
  key: string;
  family: string;
  weight: number;
  italic: boolean;
  bundled: boolean;
  read(): Uint8Array;
}

function openSource({ read, ...of }: Opening): FontSource {
  const bytes = lazy(read);
  return {
    ...of,
    bytes,
    facts: lazy(() => readFontFacts(bytes())),
    face: lazy(() => createFace(of.key, bytes(), { pairwise: of.bundled && isPairwise(of.family) })),
  };
}

const weightsOfVariableFonts = [100, 200, 300, 400, 500, 600, 700, 800, 900];

/** Every face a file offers: one for each font of a collection, one for each weight of a variable font. */
function facesIn(file: string, path: string, bytes: Uint8Array, subsetter: FontSubsetter): FontSource[] {
  const count = fontCount(bytes);
  return Array.from({ length: count }, (_, index): FontSource[] => {
    const facts = readFontFacts(bytes, index);
    const key = count === 1 ? file : `${file}#${index}`;
    const base = { family: facts.family, italic: facts.italic, bundled: false };
    const whole = () => fontOf(readFileSync(path), index);
    const range = facts.axes.get('wght');
    if (facts.axes.size === 0) return [openSource({ ...base, key, weight: facts.weight, read: whole })];
    const weights = range
      ? weightsOfVariableFonts.filter((weight) => weight >= range.min && weight <= range.max)
      : [facts.weight];
    return weights.map((weight) => {
      const pinned = new Map(
        [...facts.axes].map(([tag, axis]) => [tag, tag === 'wght' ? weight : axis.default]),
      );
      return openSource({
        ...base,
        key: `${key}@${weight}`,
        weight,
        read: () => subsetter.instance(whole(), pinned),
      });
    });
  }).flat();
}

async function readFolder(folder: string, subsetter: FontSubsetter) {
  const sources: FontSource[] = [];
  const refused: { file: string; reason: string }[] = [];
  const names = await readdir(folder, { recursive: true });
  for (const file of names.filter((name) => /\.(ttf|otf|ttc|otc)$/i.test(name)).sort()) {
    const path = join(folder, file);
    try {
      sources.push(...facesIn(file, path, await readFile(path), subsetter));
    } catch (error) {
      refused.push({ file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { sources, refused };
}

/** The nearest face: right slope before right weight, and among weights the rule of CSS Fonts 4, 5.2. */
function nearest(sources: readonly FontSource[], weight: number, italic: boolean): FontSource {
  const distance = (source: FontSource) => {
    const gap = source.weight - weight;
    const heavier = weight > 500 ? gap > 0 : gap > 0 && source.weight <= 500;
    return (source.italic === italic ? 0 : 10_000) + Math.abs(gap) + (heavier || gap === 0 ? 0 : 0.5);
  };
  return sources.reduce((best, source) => (distance(source) < distance(best) ? source : best));
}

/**
 * Loads the bundled open-licence families and, when named, the operator's folder of .ttf and .otf files (static and
 * variable). A file of that folder that cannot be used is listed in `refused`, with the reason.
 */
export async function loadFonts(options: { folder?: string | undefined } = {}): Promise<FontLibrary> {
  const subsetter = await loadSubsetter();
  const bundled = bundledFiles().map(({ path, ...file }) =>
    openSource({ ...file, bundled: true, read: () => readFileSync(path) }),
  );
  const own = options.folder ? await readFolder(options.folder, subsetter) : { sources: [], refused: [] };
  const sources = [...bundled, ...own.sources];
  const byKey = new Map(sources.map((source) => [source.key, source]));
  const byFamily = Map.groupBy(sources, (source) => source.family);
  const operators = [...new Set(own.sources.map((source) => source.family))].sort();
  const chains = new Map<string, readonly FontFace[] | null>();

  const makeChain = (family: string, weight: number, italic: boolean): readonly FontFace[] | null => {
    if (!byFamily.has(family)) return null;
    const families = new Set([
      family,
      ...(bundledFamilies[family]?.fallback ?? defaultFallback),
      ...operators,
    ]);
    const files = [...families].map((name) => nearest(byFamily.get(name) as FontSource[], weight, italic));
    // Opening a file costs; the ones behind the first are opened when a character asks for them.
    return files.map((file, index) => (index === 0 ? file.face() : lateFace(file)));
  };

  return {
    subsetter,
    refused: own.refused,
    families: [...byFamily].map(([family, members]) => ({
      family,
      bundled: members.every((member) => member.bundled),
      faces: members.map(({ key, weight, italic }) => ({ key, weight, italic })),
    })),
    source: (key) => byKey.get(key),
    chain(family, weight, italic) {
      const key = `${family}|${weight}|${italic}`;
      let chain = chains.get(key);
      if (chain === undefined) {
        chain = makeChain(family, weight, italic);
        if (chains.size < 1_000) chains.set(key, chain);
      }
      return chain;
    },
  };
}

function lateFace(source: FontSource): FontFace {
  return {
    key: source.key,
    get unitsPerEm() {
      return source.face().unitsPerEm;
    },
    covers: (codePoint) => source.face().covers(codePoint),
    glyphOf: (codePoint) => source.face().glyphOf(codePoint),
    width: (glyph) => source.face().width(glyph),
    shape: (text, options) => source.face().shape(text, options),
  };
}
