import { defineDesign, plainText } from '@sello/design';
import { texts } from '../../packages/render/tests/languages/texts.ts';
import { parityImages } from './images.ts';
import { printedPdf, wordsOf } from './printed.ts';
import { Random } from './random.ts';
import type { CanvasStand } from './stand.ts';
import { valuesWith } from './subjects.ts';

const left = 30;

export interface CaretParity {
  words: number;
  /** Of all carets before and behind a word, the farthest from where the PDF has that edge, in points. */
  distance: number;
  word: string;
}

/** Compares the carets around the words of a text with the edges of the words in its PDF. */
export async function compareCarets(
  language: string,
  { fonts, page, server }: CanvasStand,
): Promise<CaretParity> {
  const text = texts.find((one) => one.language === language);
  if (!text) throw new RangeError(`no text in ${language}`);
  const name = `carets ${language}`;
  const design = defineDesign({
    version: 2,
    locale: language,
    pages: [
      {
        ...{ id: 'page', width: 420, height: 400 },
        elements: [
          {
            ...{ type: 'text', id: 'text', x: left, y: 20, width: 360, height: 300 },
            ...{ paragraphs: plainText(text.text), fontFamily: text.font, fontSize: 14 },
          },
        ],
      },
    ],
  });
  const subject = { name, design, values: valuesWith(new Random(1)) };
  server.put(name, subject);
  const pages = await printedPdf(subject, fonts, parityImages).then(wordsOf);
  // Where a word stands once: of scripts without spaces, and of those that need a text of their own, it is a line.
  const words = (pages[0] ?? []).flatMap((word) => {
    const shown = word.text.trim();
    const from = text.text.indexOf(shown);
    const isOnce = from >= 0 && text.text.indexOf(shown, from + 1) < 0;
    // Beside another letter pdftotext leaves out by how much the pair is closer.
    const around = `${text.text[from - 1] ?? ' '}${text.text[from + shown.length] ?? ' '}`;
    // Letters that are put together of several glyphs have no width of their own in the PDF.
    const isComposed = /[\p{sc=Arab}\p{sc=Hebr}]/u.test(shown);
    return shown.length > 1 && !isComposed && isOnce && (hasNoKerning.test(language) || around.trim() === '')
      ? [{ ...word, from, to: from + shown.length }]
      : [];
  });
  const ranges = JSON.stringify(words.map(({ from, to }) => ({ from, to })));
  const edges = await page.evaluate<(Edges | null)[]>(`edgesOf(${JSON.stringify(name)}, 'text', ${ranges})`);
  const found = { words: 0, distance: 0, word: '' };
  for (const [index, word] of words.entries()) {
    const own = edges[index];
    if (!own) continue;
    // Where the direction changes a caret stands on one of two sides.
    const sides = rightToLeft.test(language) ? [own.range] : [own.range, own.carets];
    const distances = sides.flatMap((side) => [
      Math.abs(word.left - left - side.left),
      // pdftotext counts a space behind the last letter as part of what is one piece of text.
      word.text.endsWith(' ') ? 0 : Math.abs(word.right - left - side.right),
    ]);
    const distance = Math.max(...distances);
    found.words += 1;
    if (distance > found.distance) Object.assign(found, { distance, word: word.text });
  }
  return found;
}

type Side = { left: number; right: number };
type Edges = { range: Side; carets: Side };
const rightToLeft = /^(ar|he)/;
const hasNoKerning = /^(th|km|lo|my)/;
