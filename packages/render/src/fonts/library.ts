import type { FontFace, Fonts } from '@sello/design';
import {
  catalogueFamilies,
  coverageOf,
  europeanFallback,
  type FontPack,
  fontPacks,
  hanStyleOf,
  scriptFallback,
} from '@sello/design/fonts';
import { bundledFiles, isPairwise, readBundled } from './bundled.ts';
import { type RefusedFont, readFolder } from './folder.ts';
import { type OwnFont, ownSource } from './own.ts';
import { packCheckMs, packedPath, packFiles, presentPacks } from './packs.ts';
import { absentFace, type FontSource, lateFace, openLargeSource, openSource } from './source.ts';
import { type FontSubsetter, loadSubsetter } from './subset.ts';

export type FontKind = 'bundled' | 'pack' | 'operator' | 'own';

export interface FontFamily {
  family: string;
  /** Comes with the product, is a pack, lies in the operator's folder, or belongs to the organization. */
  kind: FontKind;
  faces: readonly { key: string; weight: number; italic: boolean }[];
}

/** Fonts for one process: the catalogue's families first, then the operator's folder. Packs are taken up as they arrive. */
export interface FontLibrary extends Fonts {
  /** What texts may be set in now, absent packs left out. */
  readonly families: readonly FontFamily[];
  /** Packs that are not here. */
  readonly absent: readonly FontPack[];
  /** Files of the operator's folder that were left out, and why. */
  readonly refused: readonly RefusedFont[];
  readonly subsetter: FontSubsetter;
  /** These fonts with those of an organization, whose families come before all of the same name. */
  withOwn(fonts: readonly OwnFont[]): FontLibrary;
  /** The source of a face by its key, from `chain` or `families`. */
  source(key: string): FontSource | undefined;
}

export interface FontOptions {
  /** The operator's folder of font files. */
  folder?: string | undefined;
  /** Where packs lie, or will lie once they are fetched. */
  packs?: string | undefined;
}

/** The closest face: slope before weight, and weights by the font matching rules of CSS Fonts 4, 5.2. */
function nearest(sources: readonly FontSource[], weight: number, italic: boolean): FontSource {
  const distance = (source: FontSource) => {
    const gap = source.weight - weight;
    const heavier = weight > 500 ? gap > 0 : gap > 0 && source.weight <= 500;
    return (source.italic === italic ? 0 : 10_000) + Math.abs(gap) + (heavier || gap === 0 ? 0 : 0.5);
  };
  return sources.reduce((best, source) => (distance(source) < distance(best) ? source : best));
}

/** The families in the order in which they were loaded, and a chain for each request, made once. */
class Shelf {
  readonly byKey: ReadonlyMap<string, FontSource>;
  readonly byFamily: ReadonlyMap<string, readonly FontSource[]>;
  readonly #others: readonly string[];
  readonly #chains = new Map<string, readonly FontFace[] | null>();

  /** `others` stand in last for what the text's family lacks, in this order. */
  constructor(sources: readonly FontSource[], others: readonly string[]) {
    this.byKey = new Map(sources.map((source) => [source.key, source]));
    this.byFamily = Map.groupBy(sources, (source) => source.family);
    this.#others = others;
  }

  chain(
    family: string,
    weight: number,
    italic: boolean,
    language?: string | null,
  ): readonly FontFace[] | null {
    const key = `${family}|${weight}|${italic}|${hanStyleOf(language) ?? ''}`;
    let chain = this.#chains.get(key);
    if (chain === undefined) {
      chain = this.#makeChain(family, weight, italic, language);
      if (this.#chains.size < 1_000) this.#chains.set(key, chain);
    }
    return chain;
  }

  #makeChain(family: string, weight: number, italic: boolean, language?: string | null): FontFace[] | null {
    const isAbsent = !this.byFamily.has(family);
    const coverage = coverageOf(family);
    if (isAbsent && (coverage === undefined || catalogueFamilies.get(family)?.origin.kind !== 'pack'))
      return null;
    const nearestOf = (name: string) => nearest(this.byFamily.get(name) as FontSource[], weight, italic);
    const full = new Set([...(isAbsent ? [] : [family]), ...europeanFallback(family), ...this.#others]);
    // Opening a file costs; the ones behind the first are opened when a character asks for them.
    const faces = [...full].map((name, index) => {
      const file = nearestOf(name);
      return index === 0 ? file.face() : lateFace(file);
    });
    const scripts = scriptFallback(family, language).map(({ family: name, except }): FontFace => {
      const declared = coverageOf(name);
      const covers = (code: number) => declared?.has(code) === true && !except(code);
      return this.byFamily.has(name) ? lateFace(nearestOf(name), covers) : absentFace(name, covers);
    });
    const everything = () => true;
    return isAbsent ? [absentFace(family, everything), ...faces] : [...faces, ...scripts];
  }
}

/**
 * Loads the families of the catalogue and, when named, the packs and the operator's folder of .ttf and .otf files (static
 * and variable). A file of that folder that cannot be used is listed in `refused`, with the reason.
 */
export async function loadFonts({ folder, packs }: FontOptions = {}): Promise<FontLibrary> {
  const subsetter = await loadSubsetter();
  const bundled = bundledFiles().map((file) =>
    openSource(
      {
        ...{ key: file.key, family: file.family.family, weight: file.weight, italic: file.italic },
        bundled: true,
        pairwise: isPairwise(file.family.family),
        read: () => readBundled(file),
      },
      subsetter,
    ),
  );
  const operators = folder ? await readFolder(folder, subsetter) : { sources: [], refused: [] };
  const others = [...new Set(operators.sources.map((source) => source.family))].sort();
  // Whoever put a family of the catalogue into the folder before it was one keeps the files that were used.
  const replaced = new Set(others.filter((family) => coverageOf(family) !== undefined));
  const opened = new Map<FontPack, FontSource[]>();

  const open = (pack: FontPack): FontSource[] => {
    const known = opened.get(pack);
    if (known) return known;
    const sources = packFiles(pack).map((file) =>
      openLargeSource(
        { key: file.key, family: pack.name, weight: file.weight, italic: file.italic, bundled: true },
        packedPath(packs as string, pack, file),
      ),
    );
    opened.set(pack, sources);
    return sources;
  };
  return assemble(
    { subsetter, refused: operators.refused, packs },
    (present) =>
      [...bundled, ...present.flatMap(open)]
        .filter((source) => !replaced.has(source.family))
        .concat(operators.sources),
    { others, replaced, own: [] },
  );
}

interface Stock {
  subsetter: FontSubsetter;
  refused: readonly RefusedFont[];
  packs: string | undefined;
}

interface Owned {
  /** Families of the operator's folder. */
  others: readonly string[];
  /** Families of the catalogue whose files are the operator's. */
  replaced: ReadonlySet<string>;
  own: readonly FontSource[];
}

function assemble(
  stock: Stock,
  sourcesWith: (present: readonly FontPack[]) => readonly FontSource[],
  owned: Owned,
): FontLibrary {
  const { subsetter, refused, packs } = stock;
  const { others, replaced, own } = owned;
  const ownFamilies = new Set(own.map((source) => source.family));
  const stack = (present: readonly FontPack[]) =>
    new Shelf([...sourcesWith(present).filter((source) => !ownFamilies.has(source.family)), ...own], others);

  let present = presentPacks(packs);
  let shelf = stack(present);
  let checked = performance.now();
  /** Takes up packs that have arrived; what was shaped by then is forgotten with its chains. */
  const current = (): Shelf => {
    if (present.length === fontPacks.length || packs === undefined) return shelf;
    if (performance.now() - checked < packCheckMs) return shelf;
    checked = performance.now();
    const now = presentPacks(packs);
    if (now.length > present.length) {
      present = now;
      shelf = stack(present);
    }
    return shelf;
  };
  const kindOf = (family: string): FontKind =>
    ownFamilies.has(family)
      ? 'own'
      : ((replaced.has(family) ? undefined : catalogueFamilies.get(family)?.origin.kind) ?? 'operator');

  return {
    subsetter,
    refused,
    get absent() {
      current();
      return fontPacks.filter((pack) => !present.includes(pack) && !replaced.has(pack.name));
    },
    get families() {
      return [...current().byFamily].map(([family, members]) => ({
        family,
        kind: kindOf(family),
        faces: members.map(({ key, weight, italic }) => ({ key, weight, italic })),
      }));
    },
    withOwn: (fonts) =>
      fonts.length === 0
        ? assemble(stock, sourcesWith, owned)
        : assemble(stock, sourcesWith, { ...owned, own: fonts.map((font) => ownSource(font, subsetter)) }),
    source: (key) => current().byKey.get(key),
    chain: (...request) => current().chain(...request),
  };
}
