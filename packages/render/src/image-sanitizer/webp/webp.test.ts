import { describe, expect, it } from 'vitest';
import { libWebp, mozPixels } from '../../../tests/image-corpus/encoders.ts';
import { painted } from '../../../tests/image-corpus/large.ts';
import { pngSamples, readPngFile } from '../../pdf/images/png-file.ts';
import { decodeWebp } from '../../pdf/images/webp.ts';
import { sanitizeImage } from '../sanitize-image.ts';

/** With few colours, so that the encoder makes a palette. */
function plain(picture: ReturnType<typeof painted>) {
  const rgba = picture.rgba.map((value, at) => (at % 4 === 1 ? 0 : value & 0x80));
  return { ...picture, rgba };
}

const sizes = [
  [121, 83],
  [1, 1],
  [7, 300],
] as const;
const pictures = sizes.flatMap(([width, height]) =>
  [0, 3, 60].map((grain) => painted({ width, height }, { grain, isClear: true })),
);
const all = [...pictures, ...pictures.map(plain)];

describe('a WebP as libwebp writes it', () => {
  it('that is lossless has the very same pixels, however it is packed', async () => {
    for (const picture of all) {
      for (const method of [0, 4, 6]) {
        const file = await libWebp(picture, { lossless: 1, method, quality: method * 16 });
        const { samples } = await decodeWebp(file);
        const isOpaque = samples.every((sample, at) => at % 4 < 3 || sample === 255);
        const { bytes, mediaType } = await sanitizeImage(file);
        expect(mediaType).toBe(isOpaque ? 'image/jpeg' : 'image/png');
        if (isOpaque) continue;
        const found = pngSamples(readPngFile(Buffer.from(bytes)));
        expect(Buffer.from(found).equals(Buffer.from(samples))).toBe(true);
      }
    }
  });

  it('that is lossy has the very same pixels and opacity, however that is packed', async () => {
    for (const picture of all.slice(0, 3)) {
      for (const alpha_filtering of [0, 1, 2]) {
        for (const alpha_compression of [0, 1]) {
          const file = await libWebp(picture, { alpha_filtering, alpha_compression });
          const found = readPngFile(Buffer.from((await sanitizeImage(file)).bytes));
          const { samples } = await decodeWebp(file);
          expect(Buffer.from(pngSamples(found)).equals(Buffer.from(samples))).toBe(true);
        }
      }
    }
  });

  it('that is opaque becomes a JPEG that looks like it', async () => {
    for (const [width, height] of sizes) {
      for (const lossless of [0, 1]) {
        const file = await libWebp(painted({ width, height }), { lossless });
        const { bytes, mediaType } = await sanitizeImage(file);
        expect(mediaType).toBe('image/jpeg');
        const [found, wanted] = [(await mozPixels(bytes))!.rgba, (await decodeWebp(file)).samples];
        const difference = found.reduce((sum, value, at) => sum + Math.abs(value - wanted[at]!), 0);
        expect(difference / found.length).toBeLessThan(4);
      }
    }
  });
});
