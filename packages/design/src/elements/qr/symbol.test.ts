import qrcode from 'qrcode-generator';
import { describe, expect, it } from 'vitest';
import { rawBits } from './codewords.ts';
import { qrSymbol } from './symbol.ts';
import { blockCounts, correctionCodewords, type ErrorCorrection } from './tables.ts';
import { templateOf } from './template.ts';

const levels: ErrorCorrection[] = ['L', 'M', 'Q', 'H'];

/** The longest text, in bytes, that a version holds. */
function capacity(version: number, level: ErrorCorrection): number {
  const correction = (correctionCodewords[level][version - 1] ?? 0) * (blockCounts[level][version - 1] ?? 0);
  return Math.floor((rawBits(version) >> 3) - correction - (version < 10 ? 1.5 : 2.5));
}

/** Undoes the mask that the format information names, so that symbols of different masks compare. */
function codewordModules(size: number, dark: (row: number, column: number) => boolean): string {
  const bit = (row: number, column: number) => (dark(row, column) ? 1 : 0);
  const mask = ((bit(8, 2) << 2) | (bit(8, 3) << 1) | bit(8, 4)) ^ 0b101;
  const { places, masks } = templateOf((size - 17) / 4);
  return [...places]
    .map((place, index) => bit(Math.floor(place / size), place % size) ^ (masks[mask]?.[index] ?? 0))
    .join('');
}

describe('qrSymbol', () => {
  it.each(levels)(
    'carries the same codewords as an independent encoder in every version, level %s',
    (level) => {
      for (let version = 1; version <= 40; version += 1) {
        const text = 'https://x.example/'.repeat(200).slice(0, capacity(version, level));
        const symbol = qrSymbol(text, level);
        expect(symbol?.size).toBe(version * 4 + 17);
        if (!symbol) continue;
        const oracle = qrcode(version as Parameters<typeof qrcode>[0], level);
        oracle.addData(text, 'Byte');
        oracle.make();
        const ours = codewordModules(
          symbol.size,
          (row, column) => symbol.modules[row * symbol.size + column] === 1,
        );
        const theirs = codewordModules(symbol.size, (row, column) => oracle.isDark(row, column));
        expect(ours).toBe(theirs);
      }
    },
  );

  it('draws the same patterns and format as an independent encoder when the masks agree', () => {
    let compared = 0;
    for (let index = 0; index < 40; index += 1) {
      const text = `https://sello.example/c/${index}`;
      const symbol = qrSymbol(text, 'M');
      const oracle = qrcode(0, 'M');
      oracle.addData(text, 'Byte');
      oracle.make();
      if (!symbol) continue;
      const format = (dark: (row: number, column: number) => boolean) =>
        [0, 1, 2, 3, 4, 5].map((column) => (dark(8, column) ? 1 : 0)).join('');
      const ours = (row: number, column: number) => symbol.modules[row * symbol.size + column] === 1;
      if (format(ours) !== format((row, column) => oracle.isDark(row, column))) continue;
      compared += 1;
      for (let row = 0; row < symbol.size; row += 1) {
        for (let column = 0; column < symbol.size; column += 1) {
          expect(ours(row, column)).toBe(oracle.isDark(row, column));
        }
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('encodes text beyond Latin as UTF-8 and refuses what no symbol holds', () => {
    expect(qrSymbol('Nguyễn 王', 'H')?.size).toBe(25);
    expect(qrSymbol('x'.repeat(3_000), 'L')).toBeNull();
  });
});
