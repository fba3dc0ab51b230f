import { isUsable } from '../pdf/images/profile.ts';
import { decodeWebp, webpChunks, webpProfile, webpSize } from '../pdf/images/webp.ts';
import { exifOrientation } from '../pdf/orientation.ts';
import { ByteSink } from './byte-sink.ts';
import { type Plane, upright } from './jpeg/planes.ts';
import { RowEncoder } from './jpeg/row-encoder.ts';
import { withQuality } from './jpeg.ts';
import { PngWriter } from './png/writer.ts';
import { checkPixels, type SanitizedImage } from './sanitized-image.ts';

/** Throws UnreadableImage, ImageRejected, TooManyBytes. */
export async function sanitizeWebp(bytes: Buffer, maxBytes: number): Promise<SanitizedImage> {
  checkPixels(webpSize(bytes));
  const { samples, ...size } = await decodeWebp(bytes);
  const shape = { across: 1, down: 1, ...size, data: samples, origin: 0, stepX: 4, stepY: size.width * 4 };
  const plane = upright(shape, orientationOf(bytes));
  const { width, height } = plane;
  const found = webpProfile(bytes);
  const profile = found && isUsable(found, 3) ? found : null;
  if (isOpaque(samples)) {
    return withQuality(
      maxBytes,
      (encoding) => {
        const encoder = new RowEncoder({ width, height }, encoding);
        forEachRow(plane, (row) => encoder.row(row, 4, 1));
        return { mediaType: 'image/jpeg', bytes: encoder.finish(), width, height };
      },
      { model: 'ycc', profile },
    );
  }
  const facts = { width, height, components: 4, bits: 8, colorType: 6, profile };
  const writer = new PngWriter(new ByteSink(maxBytes), facts);
  forEachRow(plane, (row) => writer.samples(row));
  return { mediaType: 'image/png', bytes: writer.finish(), width, height };
}

/** The rows of a plane whose samples are pixels of four bytes. */
function forEachRow(plane: Plane, take: (row: Uint8Array) => void): void {
  const { width, height, data, origin, stepX, stepY } = plane;
  const row = new Uint8Array(width * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = origin + x * stepX + y * stepY;
      for (let byte = 0; byte < 4; byte += 1) row[x * 4 + byte] = data[from + byte] as number;
    }
    take(row);
  }
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
