import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { lowerThreadPriority } from '@sello/kit/thread-priority';
import { type FromPictureThread, maxHeight, maxWidth, type Picture } from './messages.ts';
import { encodePng } from './png.ts';

lowerThreadPriority();
const port = parentPort!;
const library = open();

async function open(): Promise<PDFiumLibrary> {
  const path = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'));
  const binary = await readFile(path);
  return PDFiumLibrary.init({ wasmBinary: new Uint8Array(binary).buffer });
}

async function draw(pdf: Uint8Array): Promise<Picture> {
  const document = await (await library).loadDocument(pdf);
  try {
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(maxWidth / originalWidth, maxHeight / originalHeight);
    const [width, height] = [originalWidth, originalHeight].map((points) => Math.round(points * scale));
    // On a transparent background PDFium anti-aliases text in grey; on an opaque one it uses subpixel rendering, which
    // leaves coloured edges.
    const drawn = await page.render({ width: width!, height: height!, transparent: true, render: 'bitmap' });
    return {
      png: encodePng(drawn.data, drawn.width, drawn.height),
      width: drawn.width,
      height: drawn.height,
      page: { width: originalWidth, height: originalHeight },
    };
  } finally {
    document.destroy();
  }
}

port.on('message', (pdf: Uint8Array) => {
  draw(pdf).then(
    (picture) => port.postMessage({ picture } satisfies FromPictureThread),
    (error: unknown) => port.postMessage({ error: String(error) } satisfies FromPictureThread),
  );
});
