import { describe, expect, it } from 'vitest';
import { packLines, penaltyOf } from './penalty.ts';

/** The four rules of ISO/IEC 18004, 7.8.3.1, read module by module. */
function plainPenalty(dark: (row: number, column: number) => boolean, size: number): number {
  let penalty = 0;
  const lines: string[] = [];
  for (let line = 0; line < size; line += 1) {
    const places = Array.from({ length: size }, (_, place) => place);
    lines.push(places.map((place) => (dark(line, place) ? '1' : '0')).join(''));
    lines.push(places.map((place) => (dark(place, line) ? '1' : '0')).join(''));
  }
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    for (let at = 0; at + 11 <= size; at += 1) {
      if (['10111010000', '00001011101'].includes(line.slice(at, at + 11))) penalty += 40;
    }
  }
  let count = 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (dark(row, column)) count += 1;
      if (row === size - 1 || column === size - 1) continue;
      const block = [
        dark(row, column),
        dark(row, column + 1),
        dark(row + 1, column),
        dark(row + 1, column + 1),
      ];
      if (new Set(block).size === 1) penalty += 3;
    }
  }
  const deviation = Math.abs(count * 20 - size * size * 10);
  return penalty + 10 * (Math.ceil(deviation / (size * size)) - 1);
}

describe('penaltyOf', () => {
  it('counts on packed lines what the rules count module by module', () => {
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state / 2 ** 32;
    };
    for (const size of [21, 25, 29, 33, 37, 41, 45, 61]) {
      for (const share of [0.1, 0.5, 0.6, 0.95]) {
        const modules = Uint8Array.from({ length: size * size }, () => (random() < share ? 1 : 0));
        // Finder-like patterns are rare by chance: some are put where they cross the word's border.
        for (const start of [0, size - 11]) {
          [...'10111010000'].forEach((bit, place) => {
            modules[5 * size + start + place] = Number(bit);
          });
        }
        const { rows, columns } = packLines(modules, size);
        expect(penaltyOf(rows, columns, size)).toBe(
          plainPenalty((row, column) => modules[row * size + column] === 1, size),
        );
      }
    }
  });
});
