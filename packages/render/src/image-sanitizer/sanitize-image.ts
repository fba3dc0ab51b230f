import { limits } from '@sello/contracts';
import { isJpeg, isPng, isWebp, TooManyPixels, UnreadableImage } from '../pdf/images/image.ts';
import { isSvg } from '../pdf/images/svg.ts';
import { TooManyBytes } from './byte-sink.ts';
import { sanitizeJpeg } from './jpeg.ts';
import { sanitizePng } from './png.ts';
import { ImageRejected, type SanitizedImage } from './sanitized-image.ts';
import { sanitizeSvg } from './svg.ts';
import { sanitizeWebp } from './webp.ts';

/**
 * Decodes and re-encodes an uploaded image: a JPEG as JPEG, a PNG or an SVG without loss, a WebP as JPEG, or as PNG if it
 * is transparent, because PDF has no filter for WebP. An opaque PNG larger than the limit becomes a JPEG. Exif, GPS,
 * comments and data after the image are removed; the orientation is applied; a valid ICC profile is kept, so that colours
 * do not change. `maxBytes` limits the new bytes. `release` is called when the file is not needed any more, if that is
 * much earlier than the end. Throws ImageRejected.
 */
export async function sanitizeImage(
  file: Uint8Array,
  maxBytes: number = limits.imageBytes,
  release: () => void = () => undefined,
): Promise<SanitizedImage> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const image = await sanitize(bytes, maxBytes, release);
    if (image.bytes.byteLength <= maxBytes) return image;
  } catch (error) {
    if (error instanceof TooManyBytes) throw tooLarge();
    if (error instanceof TooManyPixels) throw new ImageRejected({ kind: 'pixels' });
    if (!(error instanceof UnreadableImage)) throw error;
    throw new ImageRejected({ kind: 'unreadable', reason: error.reason, values: error.values });
  }
  throw tooLarge();
}

const tooLarge = () => new ImageRejected({ kind: 'detail' });

function sanitize(
  bytes: Buffer,
  maxBytes: number,
  release: () => void,
): Promise<SanitizedImage> | SanitizedImage {
  if (isPng(bytes)) return sanitizePng(bytes, maxBytes);
  if (isJpeg(bytes)) return sanitizeJpeg(bytes, maxBytes);
  if (isWebp(bytes)) return sanitizeWebp(bytes, maxBytes, release);
  if (isSvg(bytes)) return sanitizeSvg(bytes);
  throw new ImageRejected({ kind: 'kind' });
}
