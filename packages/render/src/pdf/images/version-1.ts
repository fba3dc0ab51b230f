import { PDFDocument, PDFName, PDFNumber, PDFRawStream, type PDFRef } from 'pdf-lib';
import { jpegOrientation } from '../orientation.ts';
import {
  type ImageWriter,
  isJpeg,
  isPng,
  largestPixelCount,
  TooManyPixels,
  UnreadableImage,
  type WrittenImage,
} from './image.ts';

/** Writes PNG and JPEG with the unchanged bytes of rendering version 1. */
export async function writeVersion1(asset: Uint8Array, writer: ImageWriter): Promise<WrittenImage> {
  // A copy, because pdf-lib ignores `byteOffset` and reads a JPEG from the start of its ArrayBuffer.
  const bytes = new Uint8Array(asset);
  if (!isPng(bytes) && !isJpeg(bytes)) throw new UnreadableImage('image_kind');
  if (isPng(bytes)) {
    if (bytes.byteLength < 33) throw new UnreadableImage('incomplete');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(16) * view.getUint32(20) > largestPixelCount) throw new TooManyPixels();
  }
  const document = await PDFDocument.create();
  const image = isPng(bytes) ? await document.embedPng(bytes) : await document.embedJpg(bytes);
  if (image.width * image.height > largestPixelCount) throw new TooManyPixels();
  await image.embed();
  const made = document.context
    .enumerateIndirectObjects()
    .filter((entry): entry is [PDFRef, PDFRawStream] => entry[1] instanceof PDFRawStream);
  const numbers = new Map(made.map(([ref], index) => [ref.objectNumber, writer.next + index]));
  for (const [, object] of made) {
    object.dict.set(PDFName.of('Length'), PDFNumber.of(object.contents.length));
    const dictionary = object.dict
      .toString()
      .replace(/(\d+) 0 R/g, (_, old: string) => `${numbers.get(Number(old))} 0 R`);
    writer.add(
      Buffer.concat([
        Buffer.from(`${dictionary}\nstream\n`, 'latin1'),
        object.contents,
        Buffer.from('\nendstream', 'latin1'),
      ]),
    );
  }
  const number = numbers.get(image.ref.objectNumber);
  if (number === undefined) throw new UnreadableImage('damaged');
  const orientation = isPng(bytes) ? 1 : jpegOrientation(bytes);
  // Orientations 5 to 8 swap width and height.
  const [width, height] = orientation >= 5 ? [image.height, image.width] : [image.width, image.height];
  return { number, width, height, orientation, isTransparent: made.length > 1 };
}
