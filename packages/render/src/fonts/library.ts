import type { Fonts } from '@sello/design';
import {
  catalogueFamilies,
  coverageOf,
  FallbackChains,
  type FontPack,
  fontPacks,
  isPairwise,
} from '@sello/design/fonts';
import { times } from '@sello/kit';
import { bundledFiles, readBundled } from './bundled.ts';
import { type RefusedFont, readFolder } from './folder.ts';
import { type OwnFont, ownSource } from './own.ts';
import { packedPath, packFiles, presentPacks } from './packs.ts';
import { type FontSource, openLargeSource, openSource } from './source.ts';
import { type FontSubsetter, loadSubsetter } from './subset.ts';

export type FontKind = 'bundled' | 'pack' | 'operator' | 'own';

export interface FontFamily {
  family: string;
  /** Bundled with the product, a pack, from the operator's folder, or uploaded by the organization. */
  kind: FontKind;
  faces: readonly { key: string; weight: number; italic: boolean }[];
}

/**
 * Fonts for one process: the catalogue's families first, then the operator's folder. Packs installed later are added.
 */
export interface FontLibrary extends Fonts {
  /** The available families, without those of absent packs. */
  readonly families: readonly FontFamily[];
  /** Packs that are not installed. */
  readonly absent: readonly FontPack[];
  /** Files in the operator's folder that were skipped. */
  readonly refused: readonly RefusedFont[];
  readonly subsetter: FontSubsetter;
  /** This library with the fonts of an organization, which replace families of the same name. */
  withOwn(fonts: readonly OwnFont[]): FontLibrary;
  /** The source of a face by its key, from `chain` or `families`. */
  source(key: string): FontSource | undefined;
}

export interface FontOptions {
  /** The operator's folder of font files. */
  folder?: string | undefined;
  /** The folder of packs, downloaded ones and ones still to be downloaded. */
  packs?: string | undefined;
  /** Interval of the checks for newly installed packs, ms; 5,000 by default. */
  packsEveryMs?: number | undefined;
}

/**
 * Loads the families of the catalogue and, when given, the packs and the operator's folder of .ttf, .otf, .ttc and .otc
 * files (static and variable). A file of that folder that cannot be used is listed in `refused`, with the reason.
 */
export async function loadFonts({
  folder,
  packs,
  packsEveryMs = times.packCheckMs,
}: FontOptions = {}): Promise<FontLibrary> {
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
  const operatorFamilies = [...new Set(operators.sources.map((source) => source.family))].sort();
  // A family that an operator added before it joined the catalogue keeps the operator's files, so that output does not
  // change.
  const replaced = new Set(operatorFamilies.filter((family) => coverageOf(family) !== undefined));
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
    { subsetter, refused: operators.refused, packs, packsEveryMs },
    (present) =>
      [...bundled, ...present.flatMap(open)]
        .filter((source) => !replaced.has(source.family))
        .concat(operators.sources),
    { operator: operatorFamilies, replaced, own: [] },
  );
}

/** The state that all libraries of a process share. */
interface SharedContext {
  subsetter: FontSubsetter;
  refused: readonly RefusedFont[];
  packs: string | undefined;
  packsEveryMs: number;
}

/** Families that do not come from the catalogue. */
interface AddedFamilies {
  /** Families of the operator's folder. */
  operator: readonly string[];
  /** Families of the catalogue that the operator's files replace. */
  replaced: ReadonlySet<string>;
  own: readonly FontSource[];
}

function assemble(
  shared: SharedContext,
  sourcesWith: (present: readonly FontPack[]) => readonly FontSource[],
  added: AddedFamilies,
): FontLibrary {
  const { subsetter, refused, packs, packsEveryMs } = shared;
  const { operator, replaced, own } = added;
  const ownFamilies = new Set(own.map((source) => source.family));
  const chainsWith = (present: readonly FontPack[]) =>
    new FallbackChains<FontSource>(
      [...sourcesWith(present).filter((source) => !ownFamilies.has(source.family)), ...own],
      operator,
    );

  let present = presentPacks(packs);
  let chains = chainsWith(present);
  let checked = performance.now();
  /** Adds packs installed since the last check; the previous chains and their cached shaping results are dropped. */
  const current = (): FallbackChains<FontSource> => {
    if (present.length === fontPacks.length || packs === undefined) return chains;
    if (performance.now() - checked < packsEveryMs) return chains;
    checked = performance.now();
    const now = presentPacks(packs);
    if (now.length > present.length) {
      present = now;
      chains = chainsWith(present);
    }
    return chains;
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
        ? assemble(shared, sourcesWith, added)
        : assemble(shared, sourcesWith, { ...added, own: fonts.map((font) => ownSource(font, subsetter)) }),
    source: (key) => current().byKey.get(key),
    chain: (...request) => current().chain(...request),
  };
}
