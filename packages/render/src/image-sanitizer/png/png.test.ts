import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pngFile, pngOfPacked } from '../../../tests/image-files.ts';
import { pngPasses, pngSamples, readPngFile } from '../../pdf/images/png-file.ts';
import { sanitizePng } from '../png.ts';
import { sanitizeImage } from '../sanitize-image.ts';

const components = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** Rows of noise, each with another filter. */
function rowsOf(width: number, height: number, bits: number, colorType: keyof typeof components): Buffer {
  const length = Math.ceil((width * components[colorType] * bits) / 8) + 1;
  let state = width + height;
  const all = Buffer.alloc(length * height);
  for (let at = 0; at < all.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    all[at] = at % length === 0 ? (at / length) % 5 : state >>> 24;
  }
  return all;
}

const kinds = [
  [0, 1],
  [0, 2],
  [0, 4],
  [0, 8],
  [0, 16],
  [2, 8],
  [2, 16],
  [3, 4],
  [3, 8],
  [4, 8],
  [4, 16],
  [6, 8],
  [6, 16],
] as const;
const palette = [['PLTE', Buffer.alloc(768, 7)]] as const;
const [width, height] = [53, 37];

it.each(kinds)('keeps every sample of colour type %i at %i bits', async (colorType, bits) => {
  const chunks = colorType === 3 ? palette : [];
  const shape = { width, height, bits, colorType };
  const plain = pngFile(shape, rowsOf(width, height, bits, colorType), chunks);
  const passes = pngPasses.map(([left, top, across, down]) =>
    rowsOf(Math.ceil((width - left) / across), Math.ceil((height - top) / down), bits, colorType),
  );
  const interlaced = pngFile({ ...shape, interlaced: true }, Buffer.concat(passes), chunks);
  for (const file of [plain, interlaced]) {
    const { bytes } = await sanitizeImage(file);
    const found = readPngFile(Buffer.from(bytes));
    expect(found).toMatchObject({ bits, colorType, isInterlaced: false });
    expect(Buffer.from(pngSamples(found)).equals(Buffer.from(pngSamples(readPngFile(file))))).toBe(true);
  }
});

it('is written in strips that make one stream, and read in many parts', async () => {
  const rows = rowsOf(1_000, 1_000, 8, 2);
  const shape = { width: 1_000, height: 1_000, bits: 8, colorType: 2 };
  const packed = deflateSync(rows);
  const parts = Array.from({ length: 50 }, (_, index) => {
    const size = Math.ceil(packed.length / 50);
    return ['IDAT', packed.subarray(index * size, (index + 1) * size)] as const;
  });
  const { bytes } = await sanitizeImage(pngOfPacked(shape, Buffer.alloc(0), parts));
  const wanted = pngSamples(readPngFile(pngFile(shape, rows)));
  expect(Buffer.from(pngSamples(readPngFile(Buffer.from(bytes)))).equals(Buffer.from(wanted))).toBe(true);
});

it.each([0, 2, 4, 6] as const)(
  'of 16 bits that the renderer could not hold becomes one of 8 bits, colour type %i',
  async (colorType) => {
    const color =
      colorType < 4
        ? [['tRNS', Buffer.from([1, 2, 3, 4, 5, 6].slice(0, colorType === 0 ? 2 : 6))] as const]
        : [];
    const file = pngFile({ width, height, bits: 16, colorType }, rowsOf(width, height, 16, colorType), color);
    const found = readPngFile(Buffer.from((await sanitizePng(file, 1_000_000, 3_000)).bytes));
    expect(found).toMatchObject({ bits: 8, colorType });
    expect([...(found.transparency ?? [])]).toEqual(
      colorType === 0 ? [0, 1] : colorType === 2 ? [0, 1, 0, 3, 0, 5] : [],
    );
    expect(Buffer.from(pngSamples(found))).toEqual(
      Buffer.from(pngSamples(readPngFile(file)).filter((_, at) => at % 2 === 0)),
    );
  },
);
