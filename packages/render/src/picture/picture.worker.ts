import { parentPort } from 'node:worker_threads';
import { drawPage, openPdfium } from './draw.ts';
import { type FromPictureThread, maxHeight, maxWidth, type Picture } from './messages.ts';
import { encodePng } from './png.ts';

const port = parentPort!;
const library = openPdfium();

async function draw(pdf: Uint8Array): Promise<Picture> {
  const limit = { width: maxWidth, height: maxHeight };
  const { rgba, width, height, page } = await drawPage(await library, pdf, limit);
  return { png: encodePng(rgba, width, height), width, height, page };
}

port.on('message', (pdf: Uint8Array) => {
  draw(pdf).then(
    (picture) => port.postMessage({ picture } satisfies FromPictureThread),
    (error: unknown) => port.postMessage({ error: String(error) } satisfies FromPictureThread),
  );
});
