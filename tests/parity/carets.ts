import { defineDesign, plainText } from '@sello/design';
import { texts } from '../../packages/render/tests/languages/texts.ts';
import { parityImages } from './images.ts';
import { printedPdf, wordsOf } from './printed.ts';
import { Random } from './random.ts';
import type { Subject } from './server.ts';
import type { CanvasStand } from './stand.ts';
import { valuesWith } from './subjects.ts';
import { type PrintedRange, underlinedWords } from './underlined.ts';

const left = 30;

export interface CaretParity {
  words: number;
  /** Of all carets before and behind a word, the farthest from where the PDF has that edge, in points. */
  distance: number;
  word: string;
}

/** Compares the carets around the words of a text with the edges of the words in its PDF. */
export async function compareCarets(language: string, stand: CanvasStand): Promise<CaretParity> {
  const { page, server } = stand;
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
  const words: readonly FoundWord[] = rightToLeft.test(language)
    ? await underlinedWords(subject, text.text, stand)
    : await foundWords(subject, text, stand);
  const ranges = JSON.stringify(words.map(({ from, to }) => ({ from, to })));
  const edges = await page.evaluate<(Edges | null)[]>(`edgesOf(${JSON.stringify(name)}, 'text', ${ranges})`);
  const found = { words: 0, distance: 0, word: '' };
  for (const [index, word] of words.entries()) {
    const own = edges[index];
    if (!own) continue;
    const shown = text.text.slice(word.from, word.to);
    // Where the direction changes a caret stands on one of two sides.
    const isTurned = rightToLeft.test(language) && !hasOneDirection.test(shown);
    const sides = isTurned ? [own.range] : [own.range, own.carets];
    const distances = sides.flatMap((side) => [
      Math.abs(word.left - left - side.left),
      word.isOpen ? 0 : Math.abs(word.right - left - side.right),
    ]);
    const distance = Math.max(...distances);
    found.words += 1;
    if (distance > found.distance) Object.assign(found, { distance, word: shown });
  }
  return found;
}

interface FoundWord extends PrintedRange {
  /** Its right edge is not known. */
  isOpen?: boolean;
}

/** The words that pdftotext finds, with their boxes. */
async function foundWords(
  subject: Subject,
  { language, text }: (typeof texts)[number],
  { fonts }: CanvasStand,
): Promise<FoundWord[]> {
  const pages = await printedPdf(subject, fonts, parityImages).then(wordsOf);
  // Where a word stands once: of scripts without spaces, and of those that need a text of their own, it is a line.
  return (pages[0] ?? []).flatMap(({ left, right, text: found }) => {
    const shown = found.trim();
    const from = text.indexOf(shown);
    const isOnce = from >= 0 && text.indexOf(shown, from + 1) < 0;
    // Beside another letter pdftotext leaves out by how much the pair is closer.
    const around = `${text[from - 1] ?? ' '}${text[from + shown.length] ?? ' '}`;
    return shown.length > 1 && isOnce && (hasNoKerning.test(language) || around.trim() === '')
      ? // pdftotext counts a space behind the last letter as part of what is one piece of text.
        [{ left, right, from, to: from + shown.length, isOpen: found.endsWith(' ') }]
      : [];
  });
}

type Side = { left: number; right: number };
type Edges = { range: Side; carets: Side };
const rightToLeft = /^(ar|he)/;
/** Of a right-to-left text: words without numbers and Latin letters. */
const hasOneDirection = /^[^\p{N}\p{sc=Latin}]+$/u;
const hasNoKerning = /^(th|km|lo|my)/;
