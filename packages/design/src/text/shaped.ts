import type { ShapedRun } from './face.ts';
import type { Item } from './hard-lines.ts';
import { contextLength, type Piece, shapePiece } from './pieces.ts';

/** The widths and the safe break positions of a piece, by code unit of its text. */
export interface Advances {
  /** The width of the text before each code unit, in ems with letter spacing; one entry longer than the text. */
  before: Float64Array;
  /** `isSafe`: the text may be cut before the code unit without reshaping; `isStart`: only a cluster begins there. */
  cuts: Uint8Array;
}

const isSafe = 2;
const isStart = 1;

const known = new WeakMap<Piece, Advances>();

export function advancesOf(piece: Piece): Advances {
  let advances = known.get(piece);
  if (!advances) {
    const { run, face, spacing } = piece;
    const size = run.text.length;
    const before = new Float64Array(size + 1);
    const cuts = new Uint8Array(size + 1);
    let last = -1;
    for (const glyph of run.glyphs) {
      const { cluster } = glyph;
      before[cluster + 1] = (before[cluster + 1] as number) + glyph.advance / face.unitsPerEm;
      if (cluster !== last) {
        before[cluster + 1] = (before[cluster + 1] as number) + spacing;
        cuts[cluster] = isSafe;
      }
      if (glyph.unsafe) cuts[cluster] = isStart;
      last = cluster;
    }
    for (let index = 1; index <= size; index += 1) {
      before[index] = (before[index] as number) + (before[index - 1] as number);
    }
    cuts[0] = isSafe;
    cuts[size] = isSafe;
    advances = { before, cuts };
    known.set(piece, advances);
  }
  return advances;
}

/** The width of an item in ems of the element's size. */
export function widthOf({ piece, start, end, from, style }: Item): number {
  if (from === 0 && end - start === piece.run.text.length) return piece.em * style.scale;
  const { before } = advancesOf(piece);
  return ((before[from + end - start] as number) - (before[from] as number)) * style.scale;
}

/** Code units to search for a safe cut; farther than that, the reshaped text only gets its context. */
const farthest = 100;

/**
 * Cuts an item at an index of the line's text and reshapes both sides as far as the cut changes them. `keepsShape` cuts at
 * any cluster start without reshaping, for hanging white space: browsers keep the kerning of the letter before it.
 */
function cutItem(item: Item, index: number, keepsShape: boolean): [left: Item[], right: Item[]] {
  const { piece, start, end, from } = item;
  const shift = from - start;
  const at = index + shift;
  const { cuts } = advancesOf(piece);
  const part = (first: number, stop: number): Item[] =>
    stop > first ? [{ ...item, start: first - shift, end: stop - shift, from: first }] : [];
  if ((cuts[at] as number) >= (keepsShape ? isStart : isSafe)) return [part(from, at), part(at, end + shift)];
  const [lowest, highest] = [Math.max(from, at - farthest), Math.min(end + shift, at + farthest)];
  let [low, high] = [at - 1, at + 1];
  while (low > lowest && cuts[low] !== isSafe) low -= 1;
  while (high < highest && cuts[high] !== isSafe) high += 1;
  const { text } = piece.run;
  const anew = (first: number, stop: number): Item => ({
    ...item,
    piece: shapePiece(
      piece.face,
      { text: text.slice(first, stop), script: piece.script, start: 0 },
      { spacing: piece.spacing, language: item.style.shape.language },
      piece.run.rightToLeft,
      {
        before: text.slice(Math.max(0, first - contextLength), first),
        after: text.slice(stop, stop + contextLength),
      },
    ),
    start: first - shift,
    end: stop - shift,
    from: 0,
  });
  return [
    [...part(from, low), anew(low, at)],
    [anew(at, high), ...part(high, end + shift)],
  ];
}

/** The items before and after an index of the line's text. */
export function cutItems(
  items: readonly Item[],
  index: number,
  keepsShape = false,
): [left: Item[], right: Item[]] {
  const place = items.findIndex((item) => item.end > index);
  if (place < 0) return [[...items], []];
  const item = items[place] as Item;
  if (item.start >= index) return [items.slice(0, place), items.slice(place)];
  const [left, right] = cutItem(item, index, keepsShape);
  return [
    [...items.slice(0, place), ...left],
    [...right, ...items.slice(place + 1)],
  ];
}

/** The glyphs of a part of a run, as a separate run. */
export function partOfRun(run: ShapedRun, from: number, to: number): ShapedRun {
  if (from === 0 && to === run.text.length) return run;
  const { rightToLeft, text } = run;
  const first = placeOf(run, rightToLeft ? to - 1 : from);
  const stop = placeOf(run, rightToLeft ? from - 1 : to);
  let advance = 0;
  const glyphs = run.glyphs.slice(first, stop).map((glyph) => {
    advance += glyph.advance;
    return { ...glyph, cluster: glyph.cluster - from };
  });
  return { text: text.slice(from, to), rightToLeft, glyphs, advance };
}

/** The index of the first glyph in visual order whose cluster is at or after `index`; right to left, at or before it. */
function placeOf({ glyphs, rightToLeft }: ShapedRun, index: number): number {
  let [low, high] = [0, glyphs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { cluster } = glyphs[middle] as ShapedRun['glyphs'][number];
    if (rightToLeft ? cluster > index : cluster < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
