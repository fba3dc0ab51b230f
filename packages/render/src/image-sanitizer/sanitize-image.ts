import { limits } from '@sello/contracts';
import { isJpeg, isPng, isWebp, TooManyPixels, UnreadableImage } from '../pdf/images/image.ts';
import { isSvg } from '../pdf/images/svg.ts';
import { sanitizeJpeg } from './jpeg.ts';
import { sanitizePng } from './png.ts';
import { ImageRejected, type SanitizedImage } from './sanitized-image.ts';
import { sanitizeSvg } from './svg.ts';
import { sanitizeWebp } from './webp.ts';

/**
 * Decodes an uploaded image and encodes it anew: a JPEG as JPEG, a PNG or an SVG without loss, a WebP as JPEG, or as PNG
 * where something shows through, because PDF has no filter for WebP. A PNG that would be larger than an image may be
 * becomes a JPEG if it is opaque. Exif, GPS, comments and everything after the image are gone; the orientation is
 * applied; a valid ICC profile stays, so that colours do. `maxBytes` limits the new bytes. Throws ImageRejected.
 */
export async function sanitizeImage(
  file: Uint8Array,
  maxBytes: number = limits.imageBytes,
): Promise<SanitizedImage> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const image = await sanitize(bytes, maxBytes);
    if (image.bytes.byteLength <= maxBytes) return image;
  } catch (error) {
    if (error instanceof TooManyPixels) {
      throw new ImageRejected({ kind: 'pixels', reason: error.message });
    }
    if (!(error instanceof UnreadableImage)) throw error;
    throw new ImageRejected({ kind: 'unreadable', reason: error.message });
  }
  throw new ImageRejected({ kind: 'detail', reason: 'it stays too large' });
}

function sanitize(bytes: Buffer, maxBytes: number): Promise<SanitizedImage> | SanitizedImage {
  if (isPng(bytes)) return sanitizePng(bytes, maxBytes);
  if (isJpeg(bytes)) return sanitizeJpeg(bytes);
  if (isWebp(bytes)) return sanitizeWebp(bytes);
  if (isSvg(bytes)) return sanitizeSvg(bytes);
  throw new ImageRejected({ kind: 'kind', reason: 'its first bytes are those of no known kind' });
}
