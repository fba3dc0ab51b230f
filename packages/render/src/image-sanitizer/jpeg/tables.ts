import type { HuffmanSpec } from './huffman.ts';

// The tables of the JPEGs that are written.

const spec = (counts: readonly number[], values: readonly number[]): HuffmanSpec => ({
  counts: Uint8Array.from(counts),
  values: Uint8Array.from(values),
});
const sizes = Array.from({ length: 12 }, (_, size) => size);

/** All symbols of AC coefficients: the frequent ones by their frequency, then the others in ascending order. */
function symbols(frequent: string): number[] {
  const first = [...Buffer.from(frequent, 'hex')];
  const all = Array.from({ length: 256 }, (_, symbol) => symbol).filter(
    (symbol) => ((symbol & 15) >= 1 && (symbol & 15) <= 10) || symbol === 0 || symbol === 0xf0,
  );
  return [...first, ...all.filter((symbol) => !first.includes(symbol))];
}

/** The typical tables (ISO/IEC 10918-1, K.3.3): tables of the image's own would need a second pass. */
export const huffmanTables = {
  luminance: {
    dc: spec([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], sizes),
    ac: spec(
      [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
      symbols('01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282'),
    ),
  },
  chrominance: {
    dc: spec([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], sizes),
    ac: spec(
      [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
      symbols('000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f1'),
    ),
  },
} as const;

/** N. Robidoux's table, in rows of eight: it keeps more of a photograph's fine detail than that of Annex K. */
const base = [
  ...[16, 16, 16, 18, 25, 37, 56, 85, 16, 17, 20, 27, 34, 40, 53, 75],
  ...[16, 20, 24, 31, 43, 62, 91, 135, 18, 27, 31, 40, 53, 74, 106, 156],
  ...[25, 34, 43, 53, 69, 94, 131, 189, 37, 40, 62, 74, 94, 124, 169, 238],
  ...[56, 53, 91, 106, 131, 169, 226, 311, 85, 75, 135, 156, 189, 238, 311, 418],
];

/** For a quality of 50 to 100. */
export const quantizersOf = (quality: number): Uint16Array =>
  Uint16Array.from(base, (value) =>
    Math.max(1, Math.min(255, Math.floor((value * (200 - quality * 2) + 50) / 100))),
  );
