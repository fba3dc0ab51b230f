import { largestSampleBytes, UnreadableImage } from '../pdf/images/image.ts';
import { type PngHead, readPngHead } from '../pdf/images/png-file.ts';
import { isUsable } from '../pdf/images/profile.ts';
import { rowBytes } from '../pdf/images/raster.ts';
import { ByteSink, TooManyBytes } from './byte-sink.ts';
import { withQualityLater } from './jpeg/quality.ts';
import { RowEncoder } from './jpeg/row-encoder.ts';

import { forEachRow, forEachStoredRow } from './png/rows.ts';
import { PngWriter } from './png/writer.ts';
import { checkPixels, type SanitizedImage } from './sanitized-image.ts';

/** The longest side of a JPEG, in pixels. A longer row would be held as a whole. */
const longestSide = 65_535;

/** `mostSampleBytes` are what the renderer holds. Throws UnreadableImage, ImageRejected, TooManyBytes. */
export async function sanitizePng(
  bytes: Buffer,
  maxBytes: number,
  mostSampleBytes = largestSampleBytes,
): Promise<SanitizedImage> {
  // The size in the header is checked first, so that a decompression bomb is not decompressed.
  if (bytes.length >= 24) checkPixels({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });
  const head = readPngHead(bytes);
  if (Math.max(head.width, head.height) > longestSide)
    throw new UnreadableImage('image_side', { max: longestSide });
  try {
    return await asPng(head, maxBytes, mostSampleBytes);
  } catch (error) {
    if (!(error instanceof TooManyBytes) || !mayBeJpeg(head)) throw error;
    return asJpeg(head, maxBytes);
  }
}

/**
 * Compresses the rows with their original filters; those of interlaced passes are filtered anew, and so are those of 16 bits that
 * become 8 bits because the renderer could not hold them.
 */
async function asPng(head: PngHead, maxBytes: number, mostSampleBytes: number): Promise<SanitizedImage> {
  const { bits, transparency } = head;
  const isHalved = bits === 16 && (rowBytes(head) + 1) * head.height > mostSampleBytes;
  const facts = isHalved
    ? { ...head, bits: 8, transparency: transparency && reducedColor(transparency) }
    : head;
  const writer = new PngWriter(new ByteSink(maxBytes), facts);
  if (isHalved) await forEachRow(head, (row) => writer.samples(highBytes(row)));
  else if (head.isInterlaced) await forEachRow(head, (row) => writer.samples(row));
  else await forEachStoredRow(head, (row) => writer.stored(row));
  return { mediaType: 'image/png', bytes: writer.finish(), width: head.width, height: head.height };
}

/** The higher byte of each sample of 16 bits. */
function highBytes(samples: Buffer): Buffer {
  const high = Buffer.allocUnsafe(samples.length >> 1);
  for (let at = 0; at < high.length; at += 1) high[at] = samples[at * 2] as number;
  return high;
}

/** The transparent colour, whose samples have two bytes at any depth. */
const reducedColor = (samples: Buffer) => Buffer.from([...highBytes(samples)].flatMap((value) => [0, value]));

/** Palettes and depths below 8 bits are of drawings, which JPEG would blur. */
const mayBeJpeg = ({ colorType, bits, transparency }: PngHead) =>
  colorType !== 3 && bits >= 8 && transparency === null;

/** Throws TooManyBytes for a transparent image, too. */
function asJpeg(head: PngHead, maxBytes: number): Promise<SanitizedImage> {
  const { width, height, components, bits, colorType, profile } = head;
  const step = bits >> 3;
  const isGrey = components < 3;
  const hasAlpha = colorType >= 4;
  const encode = async (encoding: ConstructorParameters<typeof RowEncoder>[1]): Promise<SanitizedImage> => {
    const encoder = new RowEncoder({ width, height }, encoding);
    await forEachRow(head, (row) => {
      if (hasAlpha && !isOpaque(row, components * step, (components - 1) * step)) throw new Transparent();
      encoder.row(row, components * step, step);
    });
    return { mediaType: 'image/jpeg', bytes: encoder.finish(), width, height };
  };
  const usable = profile && isUsable(profile, isGrey ? 1 : 3) ? profile : null;
  return withQualityLater(maxBytes, { model: isGrey ? 'grey' : 'ycc', profile: usable }, encode).catch(
    (error) => {
      throw error instanceof Transparent ? new TooManyBytes() : error;
    },
  );
}

class Transparent extends Error {}

function isOpaque(row: Buffer, pixel: number, alpha: number): boolean {
  for (let at = alpha; at < row.length; at += pixel) if (row[at] !== 255) return false;
  return true;
}
