// PDFs to sign, drawn with pdf-lib.
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import type { Random } from './random.ts';

/** A document with text and shapes, in one revision. */
export async function buildDocument(random: Random, pages = 1): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([random.between(300, 900), random.between(300, 900)]);
    page.drawRectangle({
      x: 20,
      y: 20,
      width: 200,
      height: 100,
      color: rgb(random.next(), random.next(), 1),
    });
    page.drawText(`Certificate ${random.between(1, 99_999)}, page ${number}`, {
      x: 30,
      y: 60,
      size: 14,
      font,
    });
  }
  // A cross-reference stream or a table.
  return document.save({ useObjectStreams: random.next() < 0.5 });
}
