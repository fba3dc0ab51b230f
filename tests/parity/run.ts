import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FontLibrary, loadFonts } from '@sello/render';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildHarness } from '../../web/scripts/canvas/build.ts';
import { type InkBox, inkBox, inkDistance, type Pixels } from '../../web/scripts/canvas/ink.ts';
import { screensBrowser } from '../browser.ts';
import { difference } from './compare.ts';
import { parityImages } from './images.ts';
import { pagesOf, printedPdf } from './printed.ts';
import { type ParityServer, type Subject, startServer } from './server.ts';
import { withElementsAlone } from './subjects.ts';

/**
 * Pixels per point of both pictures. Poppler moves letters up to a whole pixel, so that the smaller a pixel is, the less
 * of what differs is Poppler's own.
 */
const scaleOf = ({ design }: Subject): number =>
  design.pages.every(({ width, height }) => width * height < 200_000) ? 4 : 3;

/** What comparing one design found. */
export interface Parity {
  name: string;
  /** Of the worst page: the share of pixels that differ. */
  share: number;
  /** The largest distance of two edges of an element's ink, in points, and the element. */
  ink: { distance: number; element: string };
  elements: number;
  /** The page that differs most: on the canvas, in the PDF, and what differs. */
  pictures: { canvas: Pixels; pdf: Pixels; difference: Pixels };
}

export interface ParityStand {
  fonts: FontLibrary;
  page: Page;
  compare(subject: Subject, alter?: (subject: Subject) => Subject): Promise<Parity>;
  close(): Promise<void>;
}

/** Builds the harness, opens it in Chromium and serves it the renderer's fonts. `packs`: the folder of font packs. */
export async function openStand(packs?: string): Promise<ParityStand> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-harness-'));
  let server: ParityServer | undefined;
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [fonts] = await Promise.all([loadFonts({ packs }), buildHarness(folder)]);
    server = await startServer(folder, fonts, parityImages);
    browser = await chromium.launch({
      executablePath: screensBrowser!,
      // Without a graphics card its emulation takes many times as long as painting by the processor.
      args: ['--disable-gpu', '--disable-accelerated-2d-canvas'],
    });
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(server.url);
    await page.waitForFunction('window.drawPages');
    const own = server;
    return {
      fonts,
      page,
      compare: (subject, alter) => compareSubject(subject, { fonts, page, server: own, faults }, alter),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Tools {
  fonts: FontLibrary;
  page: Page;
  server: ParityServer;
  faults: string[];
}

/** `alter` changes what the canvas draws: a control that must be found. */
async function compareSubject(
  subject: Subject,
  { fonts, page, server, faults }: Tools,
  alter: (subject: Subject) => Subject = (same) => same,
): Promise<Parity> {
  const scale = scaleOf(subject);
  const { own, ...all } = withElementsAlone(subject);
  server.put(subject.name, alter(all));
  const draw = `drawPages(${JSON.stringify(subject.name)}, ${own}, ${scale})`;
  const [printed, inks] = await Promise.all([
    printedPdf(all, fonts, parityImages).then((pdf) => pagesOf(pdf, scale)),
    page.evaluate<(InkBox | null)[]>(draw),
  ]);
  const drawn = server.take(subject.name);
  if (own + inks.length !== printed.length || faults.length > 0) {
    throw new Error(`${subject.name}: ${inks.length} of ${printed.length} pages drawn. ${faults.join(' ')}`);
  }
  let worst: { share: number; pictures: Parity['pictures'] } | undefined;
  const ink = { distance: 0, element: '' };
  for (const [index, pdf] of printed.entries()) {
    if (index < own) {
      const canvas = drawn[index]!;
      const found = difference(canvas, pdf);
      const { width, height } = pdf;
      if (!worst || found.share > worst.share) {
        const pictures = { canvas, pdf, difference: { width, height, rgba: found.picture } };
        worst = { share: found.share, pictures };
      }
      continue;
    }
    const boxes = [inks[index - own]!, inkBox(pdf, scale)] as const;
    const distance = inkDistance(...boxes);
    if (distance > ink.distance) {
      Object.assign(ink, { distance, boxes, element: all.design.pages[index]!.elements[0]!.id });
    }
  }
  return { name: subject.name, ...worst!, ink, elements: printed.length - own };
}
