// The numbers of certificates that a PDF names, read by PDF.js, which opens what other programs make of a certificate:
// object streams, encryption with an empty password, fonts and their encodings, pictures.
import { certIdsIn, numberSearch, type ReadNumbers } from '@sello/contracts';
import { readQrCodes } from '@sello/design/read-codes';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';

/** In its properties, its texts, its links, else in the codes on its pages, if this thread can draw. Changes `data`. */
export async function numbersIn(data: Uint8Array): Promise<ReadNumbers> {
  const loading = getDocument({
    data,
    ...{ verbosity: 0, disableFontFace: true, useSystemFonts: false, useWorkerFetch: false, useWasm: false },
    // Nothing is loaded from anywhere, whatever the file says.
    ...{ disableAutoFetch: true, disableStream: true, disableRange: true },
  });
  try {
    return { read: 'done', named: await namedIn(await loading.promise) };
  } catch (error) {
    return { read: error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'failed' };
  } finally {
    await loading.destroy();
  }
}

async function namedIn(document: PDFDocumentProxy): Promise<string[]> {
  const { info, metadata } = await document.getMetadata();
  const texts = [JSON.stringify(info), String(metadata?.getRaw() ?? '')];
  const pages: PDFPageProxy[] = [];
  for (let number = 1; number <= Math.min(document.numPages, numberSearch.pages); number++) {
    const page = await document.getPage(number);
    pages.push(page);
    texts.push(await textsOf(page));
  }
  const named = certIdsIn(texts.join('\n'));
  if (named.length > 0 || typeof OffscreenCanvas === 'undefined') return named;
  const codes: string[] = [];
  for (const page of pages.slice(0, numberSearch.drawn)) codes.push(...readQrCodes(await drawn(page)));
  return certIdsIn(codes.join('\n'));
}

/** The text of a page and the addresses that it links to. */
async function textsOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
  const links = (await page.getAnnotations()).map(({ url, unsafeUrl }) => url ?? unsafeUrl ?? '');
  // Programs that print set a number as one text or letter group by letter group.
  return [lines.join(''), lines.join(' '), ...links].join('\n');
}

async function drawn(page: PDFPageProxy): Promise<ImageData> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: numberSearch.side / Math.max(width, height) });
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  await page.render({
    ...{ canvas: null, viewport, background: '#fff' },
    canvasContext: context as unknown as CanvasRenderingContext2D,
  }).promise;
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
