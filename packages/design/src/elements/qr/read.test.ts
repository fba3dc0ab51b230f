import { expect, it } from 'vitest';
import { type Pixels, readQrCodes } from './read.ts';
import { qrSymbol } from './symbol.ts';

/** A grey picture with QR codes at some places, each with its quiet zone. */
function drawn(
  width: number,
  height: number,
  codes: readonly { text: string; x: number; y: number; module: number }[],
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(225);
  for (const { text, x, y, module } of codes) {
    const { size, modules } = qrSymbol(text, 'M')!;
    const across = size + 8;
    for (let row = 0; row < across * module; row++)
      for (let column = 0; column < across * module; column++) {
        const [r, c] = [Math.floor(row / module) - 4, Math.floor(column / module) - 4];
        const isDark = r >= 0 && c >= 0 && r < size && c < size && modules[r * size + c] === 1;
        const at = ((y + row) * width + x + column) * 4;
        data.fill(isDark ? 20 : 255, at, at + 3);
        data[at + 3] = 255;
      }
  }
  return { width, height, data };
}

const url = (name: string) => `https://sello.example/verify/${name.repeat(26)}`;

it('reads every QR code of a picture, and none from a picture without one', () => {
  const codes = [
    { text: url('A'), x: 40, y: 40, module: 4 },
    { text: url('B'), x: 700, y: 120, module: 5 },
    { text: 'WIFI:S:Escuela;T:WPA;P:secreto;;', x: 200, y: 520, module: 6 },
  ];
  expect(readQrCodes(drawn(1200, 1000, codes)).sort()).toEqual(codes.map(({ text }) => text).sort());
  expect(readQrCodes(drawn(600, 400, []))).toEqual([]);
});
