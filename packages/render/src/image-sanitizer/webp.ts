import { packRaster } from '../pdf/images/raster.ts';
import { decodeWebp, webpChunks, webpProfile, webpSize } from '../pdf/images/webp.ts';
import { exifOrientation } from '../pdf/orientation.ts';
import { asJpeg } from './jpeg.ts';
import { pngOf } from './png.ts';
import { checkPixels, type SanitizedImage } from './sanitized-image.ts';
import { upright } from './upright.ts';

/** Throws UnreadableImage, ImageRejected. */
export async function sanitizeWebp(bytes: Buffer): Promise<SanitizedImage> {
  checkPixels(webpSize(bytes));
  const { width, height, samples } = await decodeWebp(bytes);
  const pixels = upright({ width, height, rgba: samples }, orientationOf(bytes));
  const profile = webpProfile(bytes);
  if (isOpaque(pixels.rgba)) return asJpeg(pixels, { profile });
  const size = { width: pixels.width, height: pixels.height };
  const packed = packRaster({ ...size, components: 4, bits: 8, samples: pixels.rgba });
  return pngOf({ ...size, bits: 8, colorType: 6, profile }, packed);
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

/** The orientation in the EXIF chunk (RFC 9649, 2.7.1.5), which some encoders write with the `Exif` prefix of JPEG. */
function orientationOf(bytes: Buffer): number {
  for (const { type, data } of webpChunks(bytes)) {
    if (type !== 'EXIF') continue;
    const name = Buffer.from('Exif\0\0', 'latin1');
    const segment = data.subarray(0, 6).equals(name) ? Buffer.from(data) : Buffer.concat([name, data]);
    return exifOrientation(new DataView(segment.buffer, segment.byteOffset, segment.byteLength)) ?? 1;
  }
  return 1;
}
