import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TextParagraph } from '@sello/contracts';
import type { FontFace, Fonts } from '../src/text/face.ts';
import { layoutText, type TextBox, type TextLayout } from '../src/text/layout.ts';
import { createFace } from '../src/text/shaping.ts';

// What tests set texts with.

const { resolve } = createRequire(import.meta.url);
const open = (path: string, pairwise = false) =>
  createFace(path, readFileSync(resolve(`@expo-google-fonts/${path}`)), { pairwise });
export const serif = open('newsreader/400Regular/Newsreader_400Regular.ttf');
export const sans = open('source-sans-3/400Regular/SourceSans3_400Regular.ttf');
export const arabic = open('noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf');
const chains: Record<string, FontFace[]> = {
  Serif: [serif, sans],
  Sans: [sans],
  Naskh: [serif, arabic],
  Arabic: [arabic, serif],
};
export const fonts: Fonts = { chain: (family) => chains[family] ?? null };

/** A box of 300 × 100 points with text of 20 points. */
export function buildBox(overrides: Partial<TextBox> = {}): TextBox {
  return {
    width: 300,
    height: 100,
    paragraphs: [],
    fontFamily: 'Serif',
    fontWeight: 400,
    italic: false,
    fontSize: 20,
    fill: '#000000',
    underline: false,
    lineThrough: false,
    letterCase: 'none',
    charSpacing: 0,
    language: null,
    align: 'left',
    direction: 'auto',
    lineHeight: 1.16,
    indent: 0,
    spaceBefore: 0,
    spaceAfter: 0,
    verticalAlign: 'top',
    fit: 'wrap',
    minFontSize: null,
    maxLines: null,
    ...overrides,
  };
}

/** Lays out by the rules of version 2: one text, or paragraphs. */
export function layout2(
  content: string | TextParagraph[],
  overrides: Partial<TextBox> = {},
  locale = 'en',
): TextLayout {
  const paragraphs = typeof content === 'string' ? [{ runs: [{ text: content }] }] : content;
  return layoutText(buildBox({ ...overrides, paragraphs }), fonts, { locale });
}

/** The text of each line in the order of reading, hanging spaces included. */
export function linesOf(layout: TextLayout): string[] {
  return layout.lines.map((line) =>
    [...line.pieces]
      .sort(
        (a, b) =>
          a.source.run - b.source.run || a.source.start - b.source.start || a.source.end - b.source.end,
      )
      .map((piece) => piece.run.text)
      .join(''),
  );
}
