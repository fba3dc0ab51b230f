import { parentPort } from 'node:worker_threads';
import type { PdfImportProgress } from '@sello/contracts';
import { drawPage, openPdfium } from '../picture/draw.ts';
import { encodePng } from '../picture/png.ts';
import { importPdf, type PdfPage } from './import-pdf.ts';
import { inkProfile } from './ink.ts';
import type { FromImportThread } from './messages.ts';
import { FontsMissing } from './page/write-page.ts';
import { PdfFault } from './read/budget.ts';

/** Of a picture. The canvas of the editor shows a page of A4 at twice the size with it. */
const pixelsPerPoint = 2;
const maxPixels = 4_000_000;
const maxSide = 4_096;

/** Bytes. A page of A4 with an image of 600 dpi takes less. */
const pdfiumMemory = 160 * 1024 * 1024;

const port = parentPort!;
const post = (message: FromImportThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

async function run(file: Uint8Array): Promise<void> {
  const library = await openPdfium({ maxMemory: pdfiumMemory });
  const ink = await inkProfile(library);

  async function onPage(written: PdfPage): Promise<void> {
    const { width, height } = written;
    const scale = Math.min(
      pixelsPerPoint,
      Math.sqrt(maxPixels / (width * height)),
      maxSide / Math.max(width, height),
    );
    const limit = { width: width * scale, height: height * scale };
    const drawn = await drawPage(library, written.bytes, limit).catch((error: unknown) => {
      throw new PdfFault('unreadable', 'pdf_drawing', error);
    });
    const bytes = new Uint8Array(written.bytes);
    const picture = new Uint8Array(encodePng(drawn.rgba, drawn.width, drawn.height));
    post({ page: { ...written, bytes, picture } }, [bytes.buffer, picture.buffer]);
  }

  try {
    const onProgress = (progress: PdfImportProgress) => post({ progress });
    post({ end: await importPdf(file, { onPage, onProgress, cmykProfile: () => ink }) });
  } catch (error) {
    if (error instanceof FontsMissing) {
      post({ fault: { kind: 'fonts', fonts: error.names } });
    } else if (error instanceof PdfFault) post({ fault: { kind: error.kind, reason: error.reason } });
    else throw error;
  }
}

port.once('message', (file: Uint8Array) => {
  void run(file);
});
