import { type Ink, inkDistance, inkOf, type Pixels } from '../../web/scripts/canvas/ink.ts';
import { difference } from './compare.ts';
import { parityImages } from './images.ts';
import { pagesOf, printedPdf } from './printed.ts';
import type { Subject } from './server.ts';
import type { CanvasStand } from './stand.ts';
import { withElementsAlone } from './subjects.ts';

/**
 * Pixels per point of both pictures. Poppler moves letters up to a whole pixel, so that the smaller a pixel is, the less
 * of what differs is Poppler's own.
 */
const scaleOf = ({ design }: Subject, isFine: boolean): number =>
  design.pages.every(({ width, height }) => width * height < 200_000) ? 4 : isFine ? 3 : 2;

/** How much the canvas may differ from the PDF: a share of the pixels, and points. */
export const bounds = { share: 0.01, ink: 0.5, caret: 0.5 } as const;

/** What comparing one design found. */
export interface Parity {
  name: string;
  /** Of the worst page: the share of pixels that differ. */
  share: number;
  /** The largest distance of two edges of an element's ink, in points, and the element. */
  ink: { distance: number; element: string };
  elements: number;
  /** The page that differs most: on the canvas, in the PDF, and what differs. */
  pictures: { canvas: Pixels; pdf: Pixels; difference: Pixels } | null;
}

interface Comparison {
  /** Large pages in more pixels, which takes twice as long. */
  isFine?: boolean;
  /** Changes what the canvas draws: a control that must be found. */
  alter?: (subject: Subject) => Subject;
}

/** How many times finer the pixels are in which an element is measured again whose edges seem too far apart. */
const finer = 3;

/** Draws a subject on the canvas and in a PDF. */
export async function compareSubject(
  subject: Subject,
  stand: CanvasStand,
  { isFine = false, alter = (same) => same }: Comparison = {},
): Promise<Parity> {
  const { server, faults } = stand;
  const scale = scaleOf(subject, isFine);
  const { own, ...all } = withElementsAlone(subject);
  const [printed, inks] = await drawBoth({ canvas: alter(all), pdf: all }, own, scale, stand);
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
    let boxes = [inks[index - own]!, inkOf(pdf, scale)] as const;
    if (inkDistance(...boxes) > bounds.ink) {
      // Two pixels may be Poppler's rounding of letters: in finer pixels what is left is a distance of the two drawings.
      const alone = { canvas: onlyPage(alter(all), index), pdf: onlyPage(all, index) };
      const [[fine], [fineInk]] = await drawBoth(alone, 0, scale * finer, stand);
      boxes = [fineInk!, inkOf(fine!, scale * finer)];
    }
    const distance = inkDistance(...boxes);
    if (distance > ink.distance) {
      Object.assign(ink, { distance, boxes, element: all.design.pages[index]!.elements[0]!.id });
    }
  }
  return { name: subject.name, ...worst!, ink, elements: printed.length - own };
}

const onlyPage = (subject: Subject, index: number): Subject => ({
  ...{ ...subject, name: `${subject.name} page ${index}` },
  design: { ...subject.design, pages: [subject.design.pages[index]!] },
});

/** The pages of the PDF, and the ink of those that the canvas draws after its first `own`, which it sends to the server. */
function drawBoth(
  subject: { canvas: Subject; pdf: Subject },
  own: number,
  scale: number,
  { fonts, page, server }: CanvasStand,
): Promise<[Pixels[], Ink[]]> {
  const { name } = subject.pdf;
  server.put(name, subject.canvas);
  return Promise.all([
    printedPdf(subject.pdf, fonts, parityImages).then((pdf) => pagesOf(pdf, scale)),
    page.evaluate<Ink[]>(`drawPages(${JSON.stringify(name)}, ${own}, ${scale})`),
  ]);
}
