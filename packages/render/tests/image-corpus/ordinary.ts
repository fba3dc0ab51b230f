// Small images of every kind that is accepted.
import { flatJpeg, pngFile, pngRows } from '../image-files.ts';
import { libWebp, mozJpeg } from './encoders.ts';
import { painted, withOrientation } from './large.ts';

const size = { width: 121, height: 83 };

export async function ordinaryImages(): Promise<Record<string, () => Buffer>> {
  const picture = painted(size, { grain: 30 });
  const clear = painted(size, { grain: 30, isClear: true });
  const made: Record<string, Buffer> = {
    'a JPEG': await mozJpeg(picture),
    'a JPEG that is turned': withOrientation(await mozJpeg(picture), 6),
    'a grey JPEG': await mozJpeg(picture, { isGrey: true }),
    'a progressive JPEG': await mozJpeg(picture, { isProgressive: true, subsampling: 1 }),
    'a JPEG in the colours of print': flatJpeg([10, 90, 160, 230], { adobe: true }),
    'a PNG': pngFile(
      { width: 40, height: 30, bits: 8, colorType: 2 },
      pngRows(30, (y) => Array.from({ length: 120 }, (_, x) => (x * 7 + y * 3) & 255)),
    ),
    'a PNG with a palette': pngFile(
      { width: 16, height: 30, bits: 1, colorType: 3 },
      pngRows(30, (y) => [y, y * 3]),
      [
        ['PLTE', Buffer.from([255, 0, 0, 0, 0, 255])],
        ['tRNS', Buffer.from([0])],
      ],
    ),
    'an interlaced PNG': pngFile(
      { width: 8, height: 8, bits: 8, colorType: 6, interlaced: true },
      Buffer.alloc(8 * 8 * 4 + 15, 0),
    ),
    'a lossy WebP': await libWebp(picture),
    'a lossy WebP with alpha': await libWebp(clear),
    'a lossless WebP': await libWebp(picture, { lossless: 1 }),
    'a lossless WebP with alpha': await libWebp(clear, { lossless: 1, method: 6 }),
    'an SVG': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="9" height="9" fill="#f00"/></svg>',
    ),
  };
  return Object.fromEntries(Object.entries(made).map(([name, bytes]) => [name, () => bytes]));
}
