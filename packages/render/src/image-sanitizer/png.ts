import { crc32, deflateSync } from 'node:zlib';
import { UnreadableImage } from '../pdf/images/image.ts';
import { type PngFile, pngSamples, readPngFile } from '../pdf/images/png-file.ts';
import { type Components, isUsable } from '../pdf/images/profile.ts';
import { packRaster, rowBytes } from '../pdf/images/raster.ts';
import { asJpeg } from './jpeg.ts';
import type { Pixels } from './jpeg-codec.ts';
import { checkPixels, type SanitizedImage } from './sanitized-image.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks of a PNG that affect its pixels (ISO/IEC 15948, 11). */
interface PngFacts extends Pick<PngFile, 'width' | 'height' | 'bits' | 'colorType'> {
  palette?: Buffer | null;
  transparency?: Buffer | null;
  profile: Buffer | null;
}

/** Throws UnreadableImage, ImageRejected. */
export async function sanitizePng(bytes: Buffer, maxBytes: number): Promise<SanitizedImage> {
  // The size in the header is checked first, so that a decompression bomb is not decompressed.
  if (bytes.length >= 24) checkPixels({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });
  const file = readPngFile(bytes);
  const png = pngOf(file, packedRows(file));
  if (png.bytes.byteLength <= maxBytes) return png;
  const pixels = opaquePixels(file);
  return pixels ? asJpeg(pixels, { profile: file.components >= 3 ? file.profile : null }) : png;
}

/** Compresses the rows with their original filters; interlaced passes are converted to rows. */
function packedRows(file: PngFile): Buffer {
  const { width, height, components, bits, isInterlaced, rows } = file;
  if (isInterlaced) return packRaster({ width, height, components, bits, samples: pngSamples(file) });
  const length = rowBytes({ width, components, bits }) + 1;
  for (let row = 0; row < height; row += 1) {
    if ((rows[row * length] as number) > 4) {
      throw new UnreadableImage('a row of it is filtered in no known way');
    }
  }
  return deflateSync(rows.subarray(0, length * height), { level: 6 });
}

/** Writes a PNG of compressed rows with only the chunks that affect its pixels. */
export function pngOf(facts: PngFacts, packed: Buffer): SanitizedImage {
  const { width, height, bits, colorType, palette, transparency, profile } = facts;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType, 0, 0, 0], 8);
  const colors: Components = colorType === 0 || colorType === 4 ? 1 : 3;
  const colorProfile = profile && isUsable(profile, colors) ? profile : null;
  const bytes = Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(colorProfile
      ? [chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(colorProfile)]))]
      : []),
    ...(colorType === 3 && palette ? [chunk('PLTE', palette.subarray(0, 768))] : []),
    ...(transparency && colorType < 4 ? [chunk('tRNS', transparency.subarray(0, 256))] : []),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { mediaType: 'image/png', bytes, width, height };
}

function chunk(type: string, data: Uint8Array): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}

/** The pixels of an opaque PNG; null for a transparent one, and for palettes and depths below 8 bits. */
function opaquePixels(file: PngFile): Pixels | null {
  const { width, height, components, bits, colorType, transparency } = file;
  if (colorType === 3 || bits < 8 || transparency) return null;
  const samples = pngSamples(file);
  const step = bits >> 3;
  const hasAlpha = colorType >= 4;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const from = pixel * components * step;
    if (hasAlpha && samples[from + (components - 1) * step] !== 255) return null;
    for (let color = 0; color < 3; color += 1) {
      rgba[pixel * 4 + color] = samples[from + (components >= 3 ? color * step : 0)] as number;
    }
  }
  return { width, height, rgba };
}
