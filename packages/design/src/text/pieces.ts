import type { FontFace, ShapedRun, ShapeOptions } from './face.ts';
import { joiningScripts, scriptOf } from './scripts.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

/** An error that prevents a text from being printed; the row fails with its code. `minSize` is in points. */
export type TextProblem =
  /** `pack`: the font pack that contains the character and is not installed yet. */
  | { code: 'glyph_missing'; character: string; pack?: string }
  | { code: 'script_unsupported'; character: string; script: string }
  | { code: 'barcode_character'; character: string }
  | { code: 'text_too_complex'; character: string }
  | { code: 'text_does_not_fit'; minSize: number };

/** How a text is shaped: the properties that its glyphs depend on, unlike size and colour. */
export interface ShapeStyle {
  chain: readonly FontFace[];
  /** Letter spacing in ems of the text's own size. */
  spacing: number;
  /** BCP 47; selects localized letter forms. */
  language: string;
}

/** Text shaped in one face, script and direction. */
export interface Piece {
  face: FontFace;
  run: ShapedRun;
  /** Its index in the text that was shaped. */
  start: number;
  script: string;
  /** Width in ems, including letter spacing. */
  em: number;
  /** Added after each character cluster, in ems. */
  spacing: number;
}

/** A problem and the index of its code unit in the shaped text. */
export interface PlacedProblem {
  problem: TextProblem;
  at: number;
}

export interface Pieces {
  /** In logical order. */
  pieces: readonly Piece[];
  em: number;
  problems: readonly PlacedProblem[];
}

/** The text before and after the shaped text in its line: letters of some scripts join across the boundary. */
export interface ShapeContext {
  before: string;
  after: string;
}

const simple = /^[[\p{Script=Latin}\p{Script=Common}]--[\p{M}\p{C}\p{Emoji_Presentation}]]+$/v;
/** Each code point is a grapheme cluster of its own. */
const unclustered = /^[[\p{L}\p{N}\p{P}\p{Z}]--[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u0e33\u0eb3]]*$/v;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
const spaceLike = /^\p{Zs}$/u;
const unprintable = /^\p{C}/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Longest grapheme cluster in code units. Shaping time grows with the square of its length. */
const longestCluster = 128;
const endlessMarks = new RegExp(`\\p{M}{${longestCluster + 1}}`, 'u');
/** Maximum number of problems reported for one text. */
const namedProblems = 20;

function covers(face: FontFace, characters: string): boolean {
  for (const character of characters) {
    const code = character.codePointAt(0) as number;
    if (face.covers(code) || (code > 0x7f && ignorable.test(character))) continue;
    if (!(spaceLike.test(character) && face.covers(0x20))) return false;
  }
  return true;
}

/** Whether the face covers a cluster, composed or decomposed (NFD), which the shaper composes. */
function coversAll(face: FontFace, cluster: string): boolean {
  if (covers(face, cluster)) return true;
  const parts = cluster.charCodeAt(0) < 0x80 ? cluster : cluster.normalize('NFD');
  return parts !== cluster && covers(face, parts);
}

/** The first face that covers a cluster as `coversAll` defines it. A chain has dozens, so the cluster is analysed once. */
function firstCovering(chain: readonly FontFace[], cluster: string): FontFace | undefined {
  if (chain[0] && coversAll(chain[0], cluster)) return chain[0];
  const code = cluster.codePointAt(0) as number;
  const isOne = cluster.length === (code > 0xffff ? 2 : 1);
  const isPlain = isOne && !ignorable.test(cluster) && !spaceLike.test(cluster);
  if (!isPlain || cluster.normalize('NFD') !== cluster)
    return chain.find((candidate) => coversAll(candidate, cluster));
  for (const face of chain) if (face.covers(code)) return face;
  return undefined;
}

const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) as number);

/**
 * The first mark of a sequence of marks longer than the longest cluster, printable in a message; null when a text has
 * none. Called before normalization, whose time grows with the square of the length of such a sequence.
 */
export function endlessMark(text: string): string | null {
  const found = text.length > longestCluster ? endlessMarks.exec(text) : null;
  return found && shown(firstCharacter(found[0]));
}

/** A character, printable in a message. */
const shown = (character: string): string =>
  unprintable.test(character)
    ? `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`
    : character;

/** Shapes a text of one face and script. */
export function shapePiece(
  face: FontFace,
  { text, script, start }: { text: string; script: string; start: number },
  { spacing, language }: Pick<ShapeStyle, 'spacing' | 'language'>,
  rightToLeft: boolean,
  around?: ShapeContext,
): Piece {
  const isJoining = joiningScripts.has(script);
  const spaced = isJoining ? 0 : spacing;
  const options: ShapeOptions = { rightToLeft, script, ligatures: spaced === 0, language };
  if (isJoining && around) {
    options.before = around.before;
    options.after = around.after;
  }
  return pieceOf(face, face.shape(text, options), { script, start, spaced });
}

function pieceOf(
  face: FontFace,
  run: ShapedRun,
  { script, start, spaced }: { script: string; start: number; spaced: number },
): Piece {
  let em = run.advance / face.unitsPerEm;
  if (spaced !== 0) {
    let clusters = 0;
    let last = -1;
    for (const glyph of run.glyphs) {
      if (glyph.cluster !== last) clusters += 1;
      last = glyph.cluster;
    }
    em += clusters * spaced;
  }
  return { face, run, start, script, em, spacing: spaced };
}

interface Stretch {
  face: FontFace;
  script: string;
  text: string;
  start: number;
}

/** The face preferred for a text: the first one that is installed. */
const firstOf = (chain: readonly FontFace[]): FontFace =>
  (chain.find(({ pack }) => pack === undefined) ?? chain[0]) as FontFace;

/** Splits a text into ranges of one face and script each (itemization). */
function itemize({ chain }: ShapeStyle, text: string, problems: PlacedProblem[]): Stretch[] {
  const first = firstOf(chain);
  if (simple.test(text) && coversAll(first, text)) return [{ face: first, script: 'Latn', text, start: 0 }];
  const stretches: Stretch[] = [];
  const named = new Set<string>();
  const report = (problem: TextProblem & { character: string }, at: number) => {
    const key = `${problem.code} ${problem.character}`;
    if (named.has(key) || named.size >= namedProblems) return;
    named.add(key);
    problems.push({ problem, at });
  };
  let pending: Stretch | undefined;
  // Characters of script Common or Inherited (digits, quotes, dashes) take the script of the preceding text, at the
  // start that of the following text.
  let script = 'Latn';
  let isFound = false;
  const missing = new Set<string>();
  const add = (cluster: string, at: number) => {
    if (cluster.length > longestCluster) {
      report({ code: 'text_too_complex', character: shown(firstCharacter(cluster)) }, at);
      return;
    }
    let own: string | null = 'shared';
    for (const character of cluster) {
      own = scriptOf(character);
      if (own === null) {
        if (!missing.has(cluster))
          report({ code: 'script_unsupported', character: shown(character), script: 'unknown' }, at);
      } else if (own !== 'shared') break;
    }
    if (own !== null && own !== 'shared') {
      if (!isFound) for (const stretch of stretches) stretch.script = own;
      isFound = true;
      script = own;
    }
    let face: FontFace | undefined;
    if (!missing.has(cluster)) {
      face = firstCovering(chain, cluster);
      if (!face || face.pack !== undefined) {
        const pack = face?.pack;
        report({ code: 'glyph_missing', character: shown(cluster), ...(pack !== undefined && { pack }) }, at);
        missing.add(cluster);
        face = undefined;
      }
    }
    face ??= first;
    if (pending && pending.face === face && pending.script === script) {
      pending.text += cluster;
    } else {
      pending = { face, script, text: cluster, start: at };
      stretches.push(pending);
    }
  };
  if (unclustered.test(text)) {
    let at = 0;
    for (const character of text) {
      add(character, at);
      at += character.length;
    }
  } else {
    for (const { segment, index } of graphemes.segment(text)) add(segment, index);
  }
  return stretches;
}

function shape(style: ShapeStyle, text: string, rightToLeft: boolean, around: ShapeContext): Pieces {
  const problems: PlacedProblem[] = [];
  const stretches = itemize(style, text, problems);
  // A text that is too complex is not shaped: it cannot be printed, and shaping it may take long.
  if (problems.some(({ problem }) => problem.code === 'text_too_complex'))
    return { pieces: [], em: 0, problems };
  let em = 0;
  const pieces = stretches.map((stretch, index) => {
    const end = stretch.start + stretch.text.length;
    const before =
      index === 0 ? around.before : text.slice(Math.max(0, stretch.start - contextLength), stretch.start);
    const after = index === stretches.length - 1 ? around.after : text.slice(end, end + contextLength);
    const piece = shapePiece(stretch.face, stretch, style, rightToLeft, { before, after });
    em += piece.em;
    return piece;
  });
  return { pieces, em, problems };
}

/** Code units of context on either side that the shaper gets. */
export const contextLength = 5;
export const noContext: ShapeContext = { before: '', after: '' };

// Keyed by the chain: a font library returns the same array for the same family, weight, slope and language.
const caches = new WeakMap<readonly FontFace[], TwoGenerationCache<Pieces>>();
const cachedTexts = 4_000;
const cachedLength = 500;

/**
 * A text composed by its first face without the shaper. The result is not cached: names, addresses and numbers of
 * certificates occur once, and caching them took a tenth of a certificate's time, much of it in garbage collection.
 */
function composed({ chain, spacing, language }: ShapeStyle, text: string): Pieces | null {
  const face = firstOf(chain);
  const ligatures = spacing === 0;
  const run = face.compose?.(text, { ligatures, language });
  if (!run) return null;
  const piece = pieceOf(face, run, { script: 'Latn', start: 0, spaced: spacing });
  return { pieces: [piece], em: piece.em, problems: [] };
}

/** Shapes text without line breaks into pieces of one face and script each. Results of the shaper are cached. */
export function shapeText(
  style: ShapeStyle,
  text: string,
  rightToLeft: boolean,
  around: ShapeContext = noContext,
): Pieces {
  const own = rightToLeft ? null : composed(style, text);
  if (own) return own;
  if (text.length > cachedLength) return shape(style, text, rightToLeft, around);
  let cache = caches.get(style.chain);
  if (!cache) {
    cache = new TwoGenerationCache(cachedTexts);
    caches.set(style.chain, cache);
  }
  const { spacing, language } = style;
  const key = `${rightToLeft ? '<' : '>'}${spacing}|${language}|${around.before}|${around.after}|${text}`;
  return cache.get(key, () => shape(style, text, rightToLeft, around));
}
