import type { FontFace, ShapedRun } from './face.ts';
import { joiningScripts, scriptOf } from './scripts.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

/** An error that prevents a text from being printed; the row fails with its code. `minSize` is in points. */
export type TextProblem =
  /** `pack`: the fonts that have the character and are not installed yet. */
  | { code: 'glyph_missing'; character: string; pack?: string }
  | { code: 'script_unsupported'; character: string; script: string }
  | { code: 'barcode_character'; character: string }
  | { code: 'text_does_not_fit'; minSize: number };

/** A part of one word (or one space), shaped in one face and one direction. */
export interface Piece {
  face: FontFace;
  run: ShapedRun;
  /** Width in ems, including letter spacing. */
  em: number;
  /** Added after each character cluster, in ems. */
  spacing: number;
}

export interface Pieces {
  pieces: readonly Piece[];
  em: number;
  problems: readonly TextProblem[];
}

const simple = /^[[\p{Script=Latin}\p{Script=Common}]--[\p{M}\p{C}\p{Emoji_Presentation}]]+$/v;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
const spaceLike = /^\p{Zs}$/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function coversAll(face: FontFace, cluster: string): boolean {
  for (const character of cluster) {
    const code = character.codePointAt(0) as number;
    if (face.covers(code) || ignorable.test(character)) continue;
    if (!(spaceLike.test(character) && face.covers(0x20))) return false;
  }
  return true;
}

function shapePiece(
  face: FontFace,
  text: string,
  script: string,
  rightToLeft: boolean,
  spacing: number,
): Piece {
  const spaced = joiningScripts.has(script) ? 0 : spacing;
  const run = face.shape(text, { rightToLeft, script, ligatures: spaced === 0 });
  let clusters = 0;
  let last = -1;
  for (const glyph of run.glyphs) {
    if (glyph.cluster !== last) clusters += 1;
    last = glyph.cluster;
  }
  return { face, run, em: run.advance / face.unitsPerEm + clusters * spaced, spacing: spaced };
}

/** Splits a text into runs of one face and script each (itemization) and shapes them. */
function itemize(chain: readonly FontFace[], text: string, rightToLeft: boolean, spacing: number): Pieces {
  const first = chain.find(({ pack }) => pack === undefined) as FontFace;
  const pieces: Piece[] = [];
  const problems: TextProblem[] = [];
  if (first === chain[0] && simple.test(text) && coversAll(first, text)) {
    const piece = shapePiece(first, text, 'Latn', rightToLeft, spacing);
    return { pieces: [piece], em: piece.em, problems };
  }
  let pending: { face: FontFace; script: string; text: string } | null = null;
  const close = () => {
    if (pending) pieces.push(shapePiece(pending.face, pending.text, pending.script, rightToLeft, spacing));
  };
  // Characters without a script of their own (digits, quotes, dashes) take the script of the preceding text.
  let script = 'Latn';
  for (const { segment } of graphemes.segment(text)) {
    for (const character of segment) {
      const own = scriptOf(character);
      if (own === null) {
        problems.push({ code: 'script_unsupported', character, script: 'unknown' });
      } else if (own !== 'shared') {
        script = own;
        break;
      }
    }
    const ownsScript = scriptOf(segment) !== 'shared';
    let face: FontFace | undefined =
      pending && !ownsScript && coversAll(pending.face, segment) ? pending.face : undefined;
    face ??= chain.find((candidate) => coversAll(candidate, segment));
    if (!face || face.pack !== undefined) {
      problems.push({ code: 'glyph_missing', character: segment, ...(face?.pack && { pack: face.pack }) });
      face = first;
    }
    if (pending && pending.face === face && pending.script === script) {
      pending.text += segment;
    } else {
      close();
      pending = { face, script, text: segment };
    }
  }
  close();
  if (rightToLeft) pieces.reverse();
  return { pieces, em: pieces.reduce((sum, piece) => sum + piece.em, 0), problems };
}

// Keyed by the chain: a font library returns the same array for the same family, weight and slope.
const caches = new WeakMap<readonly FontFace[], TwoGenerationCache<Pieces>>();
const cachedTexts = 4_000;

/**
 * Shapes text without line breaks in pieces of one face and script each, in visual order. Results are cached. `spacing`
 * is the letter spacing in ems.
 */
export function shapeText(
  chain: readonly FontFace[],
  text: string,
  rightToLeft: boolean,
  spacing: number,
): Pieces {
  let cache = caches.get(chain);
  if (!cache) {
    cache = new TwoGenerationCache(cachedTexts);
    caches.set(chain, cache);
  }
  const key = `${rightToLeft ? '<' : '>'}${spacing}|${text}`;
  return cache.get(key, () => itemize(chain, text, rightToLeft, spacing));
}
