import bidiFactory, { type Bidi } from 'bidi-js';

// Unicode Annex 9. The types declare a CommonJS default export, but in Node and in bundles the import is the function.
const bidi = (bidiFactory as unknown as () => Bidi)();
/** Right-to-left letters, and the bidi controls that start right-to-left text. */
const rightToLeftText =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** The other controls that change the level of the text after them. */
const leftToRightControls = /[\u202a\u202d\u2066\u2068]/;
const firstStrong = /[\p{L}\p{N}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u;

export type Direction = 'auto' | 'ltr' | 'rtl';

export interface Levels {
  /** The embedding level of each UTF-16 code unit; null when all are the base level. */
  levels: Uint8Array | null;
  /** The paragraph level: 1 for a right-to-left paragraph. */
  base: 0 | 1;
}

/** Whether a text contains right-to-left letters or controls. */
export const hasRightToLeft = (text: string): boolean => rightToLeftText.test(text);

const turns = (text: string): boolean => hasRightToLeft(text) || leftToRightControls.test(text);

const leftToRight: Levels = { levels: null, base: 0 };

/** The paragraph level: of the given direction, or for `auto` of the first strong character (P2, P3). */
export function baseLevel(paragraph: string, direction: Direction): 0 | 1 {
  if (direction !== 'auto') return direction === 'rtl' ? 1 : 0;
  if (!turns(paragraph) || !firstStrong.test(paragraph)) return 0;
  return bidi.getEmbeddingLevels(paragraph, 'auto').paragraphs[0]?.level === 1 ? 1 : 0;
}

/** The embedding levels of a text without line breaks (X1 to I2). */
export function textLevels(text: string, direction: Direction): Levels {
  if (!turns(text)) {
    if (direction !== 'rtl') return leftToRight;
    if (text === '') return { levels: null, base: 1 };
  }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction);
  return { levels, base: paragraphs[0]?.level === 1 ? 1 : 0 };
}

const opening = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/;
/** Embeddings and isolates nested deeper have no effect (BD2, max_depth). */
const deepest = 125;

/** Whether embeddings and isolates nest deeper than max_depth, so that some have no effect and the order is wrong. */
export function nestsTooDeep(text: string): boolean {
  if (!opening.test(text)) return false;
  let depth = 0;
  for (const character of text) {
    if (opening.test(character)) depth += 1;
    else if (character === '\u202c' || character === '\u2069') depth = Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return false;
}

/** Reorders segments from logical to visual order (rule L2). */
export function visualOrder<T extends { level: number }>(segments: readonly T[]): T[] {
  let highest = 0;
  for (const { level } of segments) highest = Math.max(highest, level);
  const order = [...segments];
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      if ((order[start] as T).level < level) continue;
      let end = start;
      while (end + 1 < order.length && (order[end + 1] as T).level >= level) end += 1;
      for (let [left, right] = [start, end]; left < right; left += 1, right -= 1) {
        [order[left], order[right]] = [order[right] as T, order[left] as T];
      }
      start = end;
    }
  }
  return order;
}
