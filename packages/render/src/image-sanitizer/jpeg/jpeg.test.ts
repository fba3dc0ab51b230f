import { describe, expect, it } from 'vitest';
import { mozJpeg, mozPixels, type Pixels } from '../../../tests/image-corpus/encoders.ts';
import { painted, withOrientation } from '../../../tests/image-corpus/large.ts';
import { sanitizeImage } from '../sanitize-image.ts';

const maxBytes = 10_000_000;

/** The upright pixels, by the definition of each orientation (Exif 2.32, tag 274). */
function turned({ width, height, rgba }: Pixels, orientation: number): Pixels {
  const [wide, high] = orientation >= 5 ? [height, width] : [width, height];
  const out = new Uint8Array(rgba.length);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const [left, right, top, bottom] = [x, wide - 1 - x, y, high - 1 - y];
      const places = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
        [top, left],
        [top, right],
        [bottom, right],
        [bottom, left],
      ] as const;
      const [column, row] = places[orientation - 1]!;
      for (let byte = 0; byte < 4; byte += 1) {
        out[(y * wide + x) * 4 + byte] = rgba[(row * width + column) * 4 + byte]!;
      }
    }
  }
  return { width: wide, height: high, rgba: out };
}

function meanDifference(one: Pixels, other: Pixels): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  return one.rgba.reduce((sum, value, at) => sum + Math.abs(value - other.rgba[at]!), 0) / one.rgba.length;
}

describe('a JPEG as MozJPEG writes it', () => {
  // Neither side is a multiple of a block.
  const source = painted({ width: 203, height: 117 }, { grain: 30 });

  it.each([
    ['baseline', {}],
    ['without subsampling', { subsampling: 1 }],
    ['grey', { isGrey: true }],
    ['progressive', { isProgressive: true }],
    ['progressive without subsampling', { isProgressive: true, subsampling: 1 }],
    ['progressive and grey', { isProgressive: true, isGrey: true }],
    ['coarse', { isProgressive: true, quality: 30 }],
  ] as const)('has the very same pixels, %s', async (_, options) => {
    const file = await mozJpeg(source, options);
    const { bytes } = await sanitizeImage(file, maxBytes);
    expect(await mozPixels(bytes)).toEqual(await mozPixels(file));
  });

  it('loses little where it is finer than what is written, and when it is turned', async () => {
    const fine = await mozJpeg(source, { quality: 99, subsampling: 1 });
    const stored = (await mozPixels(fine))!;
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { bytes } = await sanitizeImage(withOrientation(fine, orientation), maxBytes);
      const found = (await mozPixels(bytes))!;
      const wanted = turned(stored, orientation);
      // What the encoder of a second implementation loses at the same quality.
      const usual = (await mozPixels(await mozJpeg(wanted, { quality: 90, subsampling: 1 })))!;
      expect(meanDifference(found, wanted)).toBeLessThan(meanDifference(usual, wanted) * 1.05);
    }
  });
});
