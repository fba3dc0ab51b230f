import { AppError } from '@sello/kit';
import { PDFDocument, PDFName, PDFNumber, PDFRawStream, type PDFRef } from 'pdf-lib';
import type { PrefixWriter } from './prefix.ts';

export interface PlacedImage {
  /** Object number of the image. */
  number: number;
  width: number;
  height: number;
}

/** Above this a small file could unpack to more memory than a worker has. */
const largestPixelCount = 60_000_000;

function isPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/**
 * Writes a PNG or JPEG into the prefix: a JPEG as it is, a PNG with its transparency as a mask. Throws AppError
 * `image_unreadable` for anything else.
 */
export async function writeImage(
  bytes: Uint8Array,
  assetId: string,
  prefix: PrefixWriter,
): Promise<PlacedImage> {
  const unreadable = (cause?: unknown) => new AppError('image_unreadable', { details: { assetId }, cause });
  if (!isPng(bytes) && !isJpeg(bytes)) throw unreadable();
  if (isPng(bytes)) {
    if (bytes.byteLength < 33) throw unreadable();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(16) * view.getUint32(20) > largestPixelCount) throw unreadable();
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
    return { number, width: image.width, height: image.height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreadable(error);
  }
}
