import decodeQR from 'qr/decode.js';
import qrcode from 'qrcode-generator';
import { describe, expect, it } from 'vitest';
import { type QrSymbol, qrSymbol } from './symbol.ts';

const levels = ['L', 'M', 'Q', 'H'] as const;
const longest = { L: 2_953, M: 2_331, Q: 1_663, H: 1_273 };

/** Draws a symbol at four pixels a module with its quiet zone, and decodes the image. */
function read({ size, modules }: QrSymbol): string {
  const scale = 4;
  const side = (size + 8) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      if (modules[Math.floor(y / scale) * size + Math.floor(x / scale)] === 0) continue;
      data.fill(0, ((y + 16) * side + x + 16) * 4, ((y + 16) * side + x + 16) * 4 + 3);
    }
  }
  return decodeQR({ width: side, height: side, data });
}

/** Level and mask, from the format information beside the first finder pattern (ISO/IEC 18004, 7.9.1). */
const format = (dark: (row: number, column: number) => boolean) =>
  [0, 1, 2, 3, 4].map((column) => (dark(8, column) ? 1 : 0)).join('');

describe('qrSymbol', () => {
  it.each(levels)('encodes texts of different lengths that decode to the same text, level %s', (level) => {
    for (const length of [1, 20, 62, 150, 400, 800, longest[level]]) {
      const text = 'https://x.example/'.repeat(200).slice(0, length);
      const symbol = qrSymbol(text, level);
      expect(symbol && read(symbol)).toBe(text);
    }
  });

  it('has the same modules as the symbol of an independent encoder with the same mask', () => {
    let compared = 0;
    for (let index = 0; index < 100; index += 1) {
      const text = `https://sello.example/c/${index}`;
      const symbol = qrSymbol(text, 'M');
      const oracle = qrcode(0, 'M');
      oracle.addData(text, 'Byte');
      oracle.make();
      if (!symbol) continue;
      const ours = (row: number, column: number) => symbol.modules[row * symbol.size + column] === 1;
      const theirs = (row: number, column: number) => oracle.isDark(row, column);
      expect(symbol.size).toBe(oracle.getModuleCount());
      if (format(ours) !== format(theirs)) continue;
      compared += 1;
      for (let row = 0; row < symbol.size; row += 1) {
        for (let column = 0; column < symbol.size; column += 1) {
          expect(ours(row, column)).toBe(theirs(row, column));
        }
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it.each(['Lucía Ñandú', '李小龙', '🎓'])('encodes %s as UTF-8', (text) => {
    const symbol = qrSymbol(text, 'M');
    expect(symbol && read(symbol)).toBe(text);
  });

  it.each(levels)(
    'accepts content up to the capacity of the largest symbol and no more, level %s',
    (level) => {
      expect(qrSymbol('x'.repeat(longest[level]), level)?.size).toBe(177);
      expect(qrSymbol('x'.repeat(longest[level] + 1), level)).toBeNull();
      expect(qrSymbol(`${'x'.repeat(longest[level] - 1)}é`, level)).toBeNull();
    },
  );
});
