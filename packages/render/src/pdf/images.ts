import type { ImageElement } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { PDFDocument, PDFName, PDFNumber, PDFRawStream, type PDFRef } from 'pdf-lib';
import { jpegOrientation } from './orientation.ts';
import type { PrefixWriter } from './prefix.ts';

export interface WrittenImage {
  /** Object number of the image. */
  number: number;
  /** Size in pixels, after the orientation is applied. */
  width: number;
  height: number;
  /** Exif orientation, 1 to 8, applied when the image is drawn. */
  orientation: number;
  /** Whether what lies below it shows through. */
  isTransparent: boolean;
}

/** Limit against decompression bombs: a small PNG may decompress to more memory than a worker has. */
const maxPixelCount = 60_000_000;

function isPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/**
 * Writes a PNG or JPEG into the prefix: a JPEG unchanged, a PNG with its alpha channel as a soft mask. Throws AppError
 * `image_unreadable` {assetId} for any other or damaged file, and for a PNG of more than 60 million pixels.
 */
export async function writeImage(
  asset: Uint8Array,
  assetId: string,
  prefix: Pick<PrefixWriter, 'next' | 'add'>,
): Promise<WrittenImage> {
  const unreadable = (cause?: unknown) => new AppError('image_unreadable', { details: { assetId }, cause });
  // A copy, because pdf-lib ignores `byteOffset` and reads a JPEG from the start of its ArrayBuffer.
  const bytes = new Uint8Array(asset);
  if (!isPng(bytes) && !isJpeg(bytes)) throw unreadable();
  if (isPng(bytes)) {
    if (bytes.byteLength < 33) throw unreadable();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(16) * view.getUint32(20) > maxPixelCount) throw unreadable();
  }
  try {
    const document = await PDFDocument.create();
    const image = isPng(bytes) ? await document.embedPng(bytes) : await document.embedJpg(bytes);
    await image.embed();
    const made = document.context
      .enumerateIndirectObjects()
      .filter((entry): entry is [PDFRef, PDFRawStream] => entry[1] instanceof PDFRawStream);
    const numbers = new Map(made.map(([ref], index) => [ref.objectNumber, prefix.next + index]));
    for (const [, object] of made) {
      object.dict.set(PDFName.of('Length'), PDFNumber.of(object.contents.length));
      const dictionary = object.dict
        .toString()
        .replace(/(\d+) 0 R/g, (_, old: string) => `${numbers.get(Number(old))} 0 R`);
      prefix.add(
        Buffer.concat([
          Buffer.from(`${dictionary}\nstream\n`, 'latin1'),
          object.contents,
          Buffer.from('\nendstream', 'latin1'),
        ]),
      );
    }
    const number = numbers.get(image.ref.objectNumber);
    if (number === undefined) throw unreadable();
    const orientation = isPng(bytes) ? 1 : jpegOrientation(bytes);
    // Orientations 5 to 8 swap width and height.
    const [width, height] = orientation >= 5 ? [image.height, image.width] : [image.width, image.height];
    return { number, width, height, orientation, isTransparent: made.length > 1 };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreadable(error);
  }
}

/**
 * The image of an asset or an image variable; null for a variable without a value. Throws AppError `image_unreadable`
 * {assetId} for an asset that was not compiled.
 */
export function imageOf<Image>(
  images: ReadonlyMap<string, Image>,
  source: ImageElement['source'],
): Image | null {
  const image = images.get(source.kind === 'asset' ? source.assetId : `{{${source.name}}}`);
  if (image) return image;
  if (source.kind === 'variable') return null;
  throw new AppError('image_unreadable', { details: { assetId: source.assetId } });
}
