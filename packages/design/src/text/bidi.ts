import bidiFactory, { type Bidi } from 'bidi-js';

// The types declare a CommonJS default export, but in Node and in bundles the import is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();
const rightToLeftText =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The embedding level of each UTF-16 code unit of a paragraph (Unicode Annex 9); null for purely left-to-right text.
 */
export function paragraphLevels(paragraph: string): { levels: Uint8Array; base: number } | null {
  if (!rightToLeftText.test(paragraph)) return null;
  const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph, 'auto');
  return { levels, base: paragraphs[0]?.level ?? 0 };
}

/** Reorders segments from logical to visual order (Unicode Annex 9, rule L2). */
export function visualOrder<T extends { level: number }>(segments: readonly T[]): T[] {
  const order = [...segments];
  const highest = Math.max(0, ...order.map((segment) => segment.level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      if ((order[start] as T).level < level) continue;
      let end = start;
      while (end + 1 < order.length && (order[end + 1] as T).level >= level) end += 1;
      const reversed = order.slice(start, end + 1).reverse();
      order.splice(start, reversed.length, ...reversed);
      start = end;
    }
  }
  return order;
}
