import type { FontFace } from '../text/face.ts';
import { coverageOf } from './coverage.ts';
import { europeanFallback, hanStyleOf, scriptFallback } from './fallback.ts';
import { catalogueFamilies } from './families.ts';

/** One weight and slope of one family. */
export interface FontFile {
  key: string;
  family: string;
  weight: number;
  italic: boolean;
  /** The opened font. A file that is not read yet is read then, or the call throws. */
  face(): FontFace;
}

/** The closest face: slope before weight, and weights by the font matching rules of CSS Fonts 4, 5.2. */
function nearest<Source extends FontFile>(
  sources: readonly Source[],
  weight: number,
  italic: boolean,
): Source {
  const distance = (source: Source) => {
    const gap = source.weight - weight;
    const heavier = weight > 500 ? gap > 0 : gap > 0 && source.weight <= 500;
    return (source.italic === italic ? 0 : 10_000) + Math.abs(gap) + (heavier || gap === 0 ? 0 : 0.5);
  };
  return sources.reduce((best, source) => (distance(source) < distance(best) ? source : best));
}

/**
 * The faces of all families in load order, and the cached fallback chain of each request. Renderer and editor take their
 * faces from it, so that a character has the same face on screen and on paper.
 */
export class FallbackChains<Source extends FontFile = FontFile> {
  readonly byKey: ReadonlyMap<string, Source>;
  readonly byFamily: ReadonlyMap<string, readonly Source[]>;
  readonly #operatorFamilies: readonly string[];
  readonly #chains = new Map<string, readonly FontFace[] | null>();

  /** `operatorFamilies` are tried between the European and the script fallbacks of every family. */
  constructor(sources: readonly Source[], operatorFamilies: readonly string[]) {
    this.byKey = new Map(sources.map((source) => [source.key, source]));
    this.byFamily = Map.groupBy(sources, (source) => source.family);
    this.#operatorFamilies = operatorFamilies;
  }

  /** As `Fonts.chain`; throws what opening the first face throws. */
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
    const nearestOf = (name: string) => nearest(this.byFamily.get(name) as Source[], weight, italic);
    const full = new Set([
      ...(isAbsent ? [] : [family]),
      ...europeanFallback(family),
      ...this.#operatorFamilies,
    ]);
    // Opening a font file is expensive: fallback faces are opened when a character needs them.
    const faces = [...full].map((name, index) => {
      const file = nearestOf(name);
      return index === 0 ? file.face() : lazyFace(file);
    });
    const scripts = scriptFallback(family, language).map(({ family: name, except }): FontFace => {
      const declared = coverageOf(name);
      const covers = (code: number) => declared?.has(code) === true && !except(code);
      return this.byFamily.has(name) ? lazyFace(nearestOf(name), covers) : absentFace(name, covers);
    });
    const coversAll = () => true;
    return isAbsent ? [absentFace(family, coversAll), ...faces] : [...faces, ...scripts];
  }
}

/** A face that is opened on first use; `covers`, when given, is answered without opening it. */
function lazyFace(source: FontFile, covers?: (codePoint: number) => boolean): FontFace {
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

/** A placeholder for a face of an absent pack: it covers characters, and throws RangeError when it has to shape any. */
function absentFace(pack: string, covers: (codePoint: number) => boolean): FontFace {
  const absent = (): never => {
    throw new RangeError(`the pack ${pack} is not installed`);
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
