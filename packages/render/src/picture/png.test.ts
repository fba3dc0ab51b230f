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
