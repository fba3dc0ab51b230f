import { UnreadableImage } from '../pdf/images/image.ts';
import { isUsable } from '../pdf/images/profile.ts';
import { webpChunks, webpProfile, webpSize } from '../pdf/images/webp.ts';
import { exifOrientation } from '../pdf/orientation.ts';
import { ByteSink } from './byte-sink.ts';
import { type Plane, upright } from './jpeg/planes.ts';
import { withQuality } from './jpeg/quality.ts';
import { RowEncoder } from './jpeg/row-encoder.ts';
import { PngWriter } from './png/writer.ts';
import { checkPixels, type SanitizedImage } from './sanitized-image.ts';
import { alphaRows, losslessRows } from './webp/lossless.ts';
import { alone, withLossyPixels } from './webp/lossy.ts';

interface Size {
  width: number;
  height: number;
}

/** Rows of pixels of four bytes, upright, which can be read more than once. */
interface Picture extends Size {
  /** As lossy files have it: finer chroma would not be finer. */
  subsampling?: 2;
  rows(): Iterable<Uint8Array>;
}

interface Target {
  maxBytes: number;
  profile: Buffer | null;
}

/** Throws UnreadableImage, ImageRejected, TooManyBytes. */
export async function sanitizeWebp(
  bytes: Buffer,
  maxBytes: number,
  release: () => void,
): Promise<SanitizedImage> {
  const canvas = webpSize(bytes);
  checkPixels(canvas);
  const chunks = new Map<string, Buffer>();
  for (const { type, data } of webpChunks(bytes))
    if (kept.has(type) && !chunks.has(type)) chunks.set(type, data);
  const found = webpProfile(bytes);
  const target = { maxBytes, profile: found && isUsable(found, 3) ? Buffer.from(found) : null };
  const orientation = orientationOf(chunks.get('EXIF'));
  const [lossless, lossy, alpha] = [chunks.get('VP8L'), chunks.get('VP8 '), chunks.get('ALPH')];
  if (lossless) {
    checkSize(webpSizeOf('VP8L', lossless), canvas);
    return encode(
      turned(losslessPicture(lossless, canvas), orientation),
      losslessRows(lossless).hasAlpha,
      target,
    );
  }
  if (!lossy) throw new UnreadableImage('image_missing');
  checkSize(webpSizeOf('VP8 ', lossy), canvas);
  // At 40 megapixels the pixels leave little room for another 20 MB: the file is released as soon as it is copied or decoded.
  const opacity = alpha && Buffer.from(alpha);
  const copy = opacity && alone(lossy);
  if (copy) release();
  return withLossyPixels(copy ?? bytes, (rgba) => {
    if (copy) copy.buffer.transfer(0);
    else release();
    if (rgba.length !== canvas.width * canvas.height * 4) throw new UnreadableImage('damaged');
    if (opacity) addAlpha(rgba, opacity, canvas);
    const picture = { ...pictureOf(rgba, canvas, orientation), subsampling: 2 } as const;
    return encode(picture, opacity !== undefined, target);
  });
}

const kept = new Set(['VP8L', 'VP8 ', 'ALPH', 'EXIF']);

function webpSizeOf(type: string, data: Buffer): Size {
  const head = Buffer.alloc(20);
  head.write(type, 12, 'latin1');
  head.writeUInt32LE(data.length, 16);
  return webpSize(Buffer.concat([head, data.subarray(0, 10)]));
}

/** What is decoded must be as large as what was checked. */
function checkSize(found: Size, { width, height }: Size): void {
  if (found.width !== width || found.height !== height) throw new UnreadableImage('damaged');
}

function addAlpha(rgba: Uint8Array, alpha: Buffer, { width, height }: Size): void {
  let at = 3;
  for (const row of alphaRows(alpha, width, height)) {
    for (let x = 0; x < width; x += 1, at += 4) rgba[at] = row[x] as number;
  }
}

function losslessPicture(data: Buffer, size: Size): Picture {
  return {
    ...size,
    *rows() {
      const bytes = new Uint8Array(size.width * 4);
      for (const row of losslessRows(data).rows) {
        for (let x = 0, at = 0; x < size.width; x += 1, at += 4) {
          const pixel = row[x] as number;
          bytes[at] = pixel >> 16;
          bytes[at + 1] = pixel >> 8;
          bytes[at + 2] = pixel;
          bytes[at + 3] = pixel >>> 24;
        }
        yield bytes;
      }
    },
  };
}

/** A picture that is turned is held as a whole. */
function turned(picture: Picture, orientation: number): Picture {
  if (orientation === 1) return picture;
  const { width, height } = picture;
  const rgba = new Uint8Array(width * height * 4);
  let at = 0;
  for (const row of picture.rows()) {
    rgba.set(row, at);
    at += row.length;
  }
  return pictureOf(rgba, picture, orientation);
}

function pictureOf(rgba: Uint8Array, { width, height }: Size, orientation: number): Picture {
  const stored = { across: 1, down: 1, width, height, data: rgba, origin: 0, stepX: 4, stepY: width * 4 };
  const plane = upright(stored, orientation);
  return { width: plane.width, height: plane.height, rows: () => rowsOf(plane) };
}

/** The rows of a plane whose samples are pixels of four bytes. */
function* rowsOf({ width, height, data, origin, stepX, stepY }: Plane): Generator<Uint8Array> {
  const row = new Uint8Array(width * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0, to = 0; x < width; x += 1, to += 4) {
      const from = origin + x * stepX + y * stepY;
      row[to] = data[from] as number;
      row[to + 1] = data[from + 1] as number;
      row[to + 2] = data[from + 2] as number;
      row[to + 3] = data[from + 3] as number;
    }
    yield row;
  }
}

/** An opaque picture as JPEG, another one as PNG, because PDF has no filter for WebP. */
function encode(picture: Picture, mayBeTransparent: boolean, { maxBytes, profile }: Target): SanitizedImage {
  const { width, height } = picture;
  if (mayBeTransparent && !isOpaque(picture)) {
    const facts = { width, height, components: 4, bits: 8, colorType: 6, profile };
    const writer = new PngWriter(new ByteSink(maxBytes), facts);
    for (const row of picture.rows()) writer.samples(row);
    return { mediaType: 'image/png', bytes: writer.finish(), width, height };
  }
  return withQuality(maxBytes, { model: 'ycc', profile }, (encoding) => {
    const encoder = new RowEncoder(picture, encoding);
    for (const row of picture.rows()) encoder.row(row, 4, 1);
    return { mediaType: 'image/jpeg', bytes: encoder.finish(), width, height };
  });
}

function isOpaque(picture: Picture): boolean {
  for (const row of picture.rows()) {
    for (let at = 3; at < row.length; at += 4) if (row[at] !== 255) return false;
  }
  return true;
}

/** The orientation in the chunk EXIF (RFC 9649, 2.7.1.5), which some encoders write with the `Exif` prefix of JPEG. */
function orientationOf(data: Buffer | undefined): number {
  if (!data) return 1;
  const name = Buffer.from('Exif\0\0', 'latin1');
  const segment = data.subarray(0, 6).equals(name) ? Buffer.from(data) : Buffer.concat([name, data]);
  return exifOrientation(new DataView(segment.buffer, segment.byteOffset, segment.byteLength)) ?? 1;
}
