import type { Design, TextElement } from '@sello/contracts';
import type { Pixels } from '../../web/scripts/canvas/ink.ts';
import { parityImages } from './images.ts';
import { pagesOf, printedPdf } from './printed.ts';
import type { Subject } from './server.ts';
import type { CanvasStand } from './stand.ts';

/** Pixels per point: an edge is found within an eighth of a point. */
const scale = 4;

/** Of the pages with a word each: as much as the lines take, because every pixel is looked at. */
const heightOfPage = 170;

export interface PrintedRange {
  from: number;
  to: number;
  /** In points from the left of the page. */
  left: number;
  right: number;
}

/**
 * Where the PDF of a text of one paragraph has the edges of its words, in any script and direction: each word is printed
 * alone on white, underlined, and its line is as long as the word. Words that wrap are left out by the caller.
 */
export async function underlinedWords(
  { design, ...subject }: Subject,
  text: string,
  { fonts }: CanvasStand,
): Promise<PrintedRange[]> {
  const words = [...text.matchAll(/\S{2,}/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  const [page] = design.pages as [Design['pages'][number]];
  const [element] = page.elements as [TextElement];
  const [paragraph] = element.paragraphs as [TextElement['paragraphs'][number]];
  const pages = words.map(({ from, to }, index) => {
    const runs = [
      { text: text.slice(0, from) },
      { text: text.slice(from, to), fill: '#000000', underline: true },
      { text: text.slice(to) },
    ];
    const alone: TextElement = {
      ...{ ...element, id: `text${index}`, fill: '#ffffff' },
      paragraphs: [{ ...paragraph, runs: runs.filter((run) => run.text !== '') }],
    };
    return { ...page, height: heightOfPage, id: `page${index}`, elements: [alone] };
  });
  const printed = await printedPdf({ ...subject, design: { ...design, pages } }, fonts, parityImages);
  const drawn = await pagesOf(printed, scale);
  return words.map((word, index) => ({ ...word, ...longestLine(drawn[index]!) }));
}

/** The ends of the row with most ink. */
function longestLine({ width, height, rgba }: Pixels): { left: number; right: number } {
  let longest = { count: 0, left: 0, right: 0 };
  for (let y = 0; y < height; y += 1) {
    let [count, left, right] = [0, width, 0];
    for (let x = 0; x < width; x += 1) {
      if (rgba[(y * width + x) * 4]! > 127) continue;
      count += 1;
      left = Math.min(left, x);
      right = x + 1;
    }
    if (count > longest.count) longest = { count, left, right };
  }
  return { left: longest.left / scale, right: longest.right / scale };
}
