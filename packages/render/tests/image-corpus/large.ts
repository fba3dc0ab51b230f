// The largest pictures that are accepted: 40 megapixels, near 20 MB where the format lets them.
import { deflateSync } from 'node:zlib';
import { pngOfPacked } from '../image-files.ts';
import { libWebp, mozJpeg, type Pixels } from './encoders.ts';

/** No multiples of 16, so that the last blocks are cut. */
const largest = { width: 7_301, height: 5_477 };

/** Gradients with edges and grain, as of a photograph. With `isClear`, some of it is transparent. */
export function painted(
  { width, height }: { width: number; height: number },
  { isClear = false, grain = 12 } = {},
): Pixels {
  const rgba = new Uint8Array(width * height * 4);
  let state = 7;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const noise = ((state >>> 24) * grain) >> 8;
      const edge = ((x >> 6) ^ (y >> 6)) & 1 ? 40 : 0;
      rgba[at] = ((x * 200) / width + edge + noise) | 0;
      rgba[at + 1] = ((y * 200) / height + noise) | 0;
      rgba[at + 2] = (((x + y) * 90) / (width + height) + edge + noise) | 0;
      rgba[at + 3] = isClear ? Math.min(255, (((x >> 3) * 3) & 255) + (y & 63)) : 255;
    }
  }
  return { width, height, rgba };
}

/** Inserts an Exif segment with an orientation and a location text after the first marker. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0GPS Lima', 'latin1');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

interface LargePng {
  bits: 1 | 8 | 16;
  colorType: 0 | 2 | 3 | 4 | 6;
  isInterlaced?: boolean;
  grain?: number;
}

const componentsOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Rows with the filter Sub, of few different bytes so that 320 MB of samples fit into 20 MB. */
function largePng({ bits, colorType, isInterlaced = false, grain = 1 }: LargePng): Buffer {
  const { width, height } = largest;
  const components = componentsOf[colorType];
  const tables = isInterlaced ? passes : ([[0, 0, 1, 1]] as const);
  let state = 3;
  const rows: Buffer[] = [];
  for (const [left, top, across, down] of tables) {
    const columns = Math.ceil((width - left) / across);
    const length = Math.ceil((columns * components * bits) / 8);
    for (let y = top; y < height; y += down) {
      const row = Buffer.alloc(length + 1);
      row[0] = 1;
      for (let at = 1; at <= length; at += 64) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        for (let one = 0; one < grain; one += 1) row[Math.min(length, at + one * 7)] = state >>> (24 - one);
      }
      rows.push(row);
    }
  }
  const palette =
    colorType === 3 ? [['PLTE', Buffer.from(Array.from({ length: 768 }, (_, at) => at & 255))] as const] : [];
  const packed = deflateSync(Buffer.concat(rows), { level: 6 });
  return pngOfPacked({ width, height, bits, colorType, interlaced: isInterlaced }, packed, palette);
}

const jpeg =
  (options: Parameters<typeof mozJpeg>[1], orientation = 1) =>
  async () => {
    const file = await mozJpeg(painted(largest, { grain: 60 }), options);
    return orientation === 1 ? file : withOrientation(file, orientation);
  };
const webp = (options: Parameters<typeof libWebp>[1], isClear: boolean, grain: number) => () =>
  libWebp(painted(largest, { isClear, grain }), options);

/** Each is made when it is needed. */
export const largeImages: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'JPEG, 4:2:0': jpeg({}),
  'JPEG, 4:2:0, turned by a quarter': jpeg({}, 6),
  'JPEG, 4:2:0, mirrored and turned': jpeg({}, 7),
  'JPEG, 4:2:0, upside down': jpeg({}, 3),
  'JPEG, 4:4:4': jpeg({ subsampling: 1, quality: 85 }),
  'JPEG, 4:4:4, turned by a quarter': jpeg({ subsampling: 1, quality: 85 }, 6),
  'JPEG, grey': jpeg({ isGrey: true }),
  'JPEG, progressive, 4:2:0': jpeg({ isProgressive: true }),
  'JPEG, progressive, 4:4:4': jpeg({ isProgressive: true, subsampling: 1, quality: 85 }),
  'JPEG, progressive, 4:4:4, turned by a quarter': jpeg(
    { isProgressive: true, subsampling: 1, quality: 85 },
    8,
  ),
  'PNG, RGB': () => largePng({ bits: 8, colorType: 2 }),
  'PNG, RGB with alpha': () => largePng({ bits: 8, colorType: 6 }),
  'PNG, RGB that becomes a JPEG': () => largePng({ bits: 8, colorType: 2, grain: 4 }),
  'PNG, 16 bits with alpha': () => largePng({ bits: 16, colorType: 6 }),
  'PNG, palette': () => largePng({ bits: 8, colorType: 3 }),
  'PNG, one bit': () => largePng({ bits: 1, colorType: 0 }),
  'PNG, interlaced RGB': () => largePng({ bits: 8, colorType: 2, isInterlaced: true }),
  'PNG, interlaced, 16 bits with alpha': () => largePng({ bits: 16, colorType: 6, isInterlaced: true }),
  'WebP, lossy': webp({}, false, 60),
  'WebP, lossy, 20 MB': webp({ quality: 45, method: 0 }, false, 256),
  'WebP, lossy with alpha': webp({}, true, 1),
  'WebP, lossy with alpha, 20 MB': webp({ quality: 76, method: 0 }, true, 120),
  'WebP, lossless': webp({ lossless: 1, method: 0, quality: 20 }, false, 4),
  'WebP, lossless with alpha': webp({ lossless: 1, method: 0, quality: 20 }, true, 1),
};
