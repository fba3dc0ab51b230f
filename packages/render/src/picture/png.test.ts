import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodePng } from './png.ts';

it('composites pixels on white and filters each row by the row above', () => {
  const rgba = [
    [10, 20, 30, 255],
    [0, 0, 0, 0],
    [200, 100, 50, 128],
    [255, 255, 255, 255],
  ].flat();
  const png = Buffer.from(encodePng(Uint8Array.from(rgba), 2, 2));
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2, 2]);
  const length = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + length));
  // Filter "Up": each row holds the differences from the row above.
  expect([...rows.subarray(0, 7)]).toEqual([2, 10, 20, 30, 255, 255, 255]);
  const second = [...rows.subarray(8)].map((value, place) => (value + rows[1 + place]!) & 0xff);
  expect(second).toEqual([227, 177, 152, 255, 255, 255]);
});

it('decodes to the pixels that it was made of, with runs that equal the row above, wherever the bytes begin', () => {
  const [width, height] = [7, 9];
  const whole = new Uint8Array(1 + width * height * 4);
  const rgba = whole.subarray(1);
  for (let at = 0; at < rgba.length; at++) rgba[at] = at % 3 === 0 ? (at * 37) % 256 : at % (width * 4);
  rgba.copyWithin(width * 4 * 4, width * 4 * 3, width * 4 * 4);
  const png = Buffer.from(encodePng(rgba, width, height));
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const stride = 1 + width * 3;
  const above = new Uint8Array(stride);
  for (let row = 0; row < height; row++) {
    for (let at = 1; at < stride; at++) {
      above[at] = above[at]! + rows[row * stride + at]!;
      const pixel = (row * width + Math.floor((at - 1) / 3)) * 4;
      const alpha = rgba[pixel + 3]!;
      const expected = Math.round((rgba[pixel + ((at - 1) % 3)]! * alpha) / 255) + 255 - alpha;
      expect(above[at]).toBe(expected);
    }
  }
});
