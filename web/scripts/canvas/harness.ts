import type { Design } from '@sello/contracts';
import type { PrintedValues } from '@sello/design';
import { pagePicture } from '../../src/editor/canvas/export.ts';
import { type ImageFiles, openImages } from '../../src/editor/canvas/images.ts';
import { pageTools } from '../../src/editor/canvas/page-tools.ts';
import { cellsOf } from '../../src/editor/canvas/text/cells.ts';
import { caretIn } from '../../src/editor/canvas/text/geometry.ts';
import { type FontFiles, openFonts } from '../../src/editor/fonts/fonts.ts';
import { type InkBox, inkBox } from './ink.ts';

const files: FontFiles = {
  list: async () => (await fetch('/fonts')).json(),
  file: async (sha256) => new Uint8Array(await (await fetch(`/fonts/${sha256}`)).arrayBuffer()),
};
const blobAt = async (path: string) => {
  const response = await fetch(path);
  return response.ok ? response.blob() : null;
};
const imageFiles: ImageFiles = {
  asset: (assetId) => blobAt(`/images/${assetId}`),
  variable: (name) => blobAt(`/images/${name}`),
};

const fonts = openFonts(files);
const images = openImages(imageFiles);

interface Subject {
  design: Design;
  values: PrintedValues;
}

/** A design of the test's server, with its values. */
async function subjectAt(id: string): Promise<Subject> {
  const subject: Subject = await (await fetch(`/subjects/${id}`)).json();
  const { certificate } = subject.values;
  certificate.issuedAt = new Date(certificate.issuedAt);
  return subject;
}

/**
 * Draws the pages of a subject, `scale` pixels per point. Sends the pixels of the first `sent` to the test's server, and
 * returns where the others have ink.
 */
async function drawPages(id: string, sent: number, scale: number): Promise<(InkBox | null)[]> {
  const { design, values } = await subjectAt(id);
  const tools = pageTools(design, values, await fonts, images);
  const inks: (InkBox | null)[] = [];
  for (const [index, page] of design.pages.entries()) {
    const [width, height] = [Math.ceil(page.width * scale), Math.ceil(page.height * scale)];
    const picture = await pagePicture(page, { width, height, scale }, tools, images);
    const { data } = picture.getContext('2d')!.getImageData(0, 0, width, height);
    if (index >= sent) {
      inks.push(inkBox({ width, height, rgba: data }, scale));
      continue;
    }
    const packed = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const body = await new Response(packed).arrayBuffer();
    await fetch(`/pixels/${id}/${index}?width=${width}&height=${height}`, { method: 'POST', body });
  }
  return inks;
}

Object.assign(window, { drawPages, caretIn, cellsOf });
