import { existsSync } from 'node:fs';
import { textElement } from '@sello/contracts';
import { type Fonts, layoutText, plainText, type TextLayout } from '@sello/design';
import type { Page } from 'playwright-core';

export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (file) => existsSync(file),
);

/** Without hinting, glyph positions follow the outlines. */
export const chromiumArguments = ['--font-render-hinting=none'];

/** Font size in points. */
const size = 20;
/** Scale of the text in Chromium, so that rounding to whole pixels does not matter. */
export const zoom = 5;
const lineHeight = 1.3;
export const widths = [90, 140, 200, 310, 470];

/** A text measured by Chromium: where its lines begin, the left and right end of each, and its height. */
export interface Measured {
  starts: number[];
  ends: [left: number, right: number][];
  height: number;
}

/** The CSS `font-family` value of these families. */
export const familyList = (families: readonly string[]): string =>
  families.map((family) => `'${family}'`).join(',');

/** Loads the bytes of a font into a page. */
export async function loadFont(page: Page, family: string, bytes: Uint8Array): Promise<void> {
  const data = `data:font/ttf;base64,${Buffer.from(bytes).toString('base64')}`;
  await page.evaluate(
    `new FontFace(${JSON.stringify(family)}, 'url(${data})').load().then((face) => { document.fonts.add(face); })`,
  );
}

const script = (text: string, language: string, families: readonly string[]) => `(() => {
  const size = ${size * zoom};
  const text = ${JSON.stringify(text)};
  return ${JSON.stringify(widths)}.map((width) => {
    const box = document.createElement('div');
    box.lang = ${JSON.stringify(language)};
    box.dir = 'auto';
    box.style.cssText = 'position:absolute;left:0;top:0;width:' + width * ${zoom} + 'px;font:400 ' + size + 'px/${lineHeight} ' +
      ${JSON.stringify(familyList(families))} +
      ';text-rendering:geometricPrecision;text-spacing-trim:space-all';
    box.textContent = text;
    document.body.replaceChildren(box);
    const range = document.createRange();
    const node = box.firstChild;
    const rects = (from, to) => {
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()].filter((rect) => rect.width > 0);
    };
    const starts = [];
    let last = null;
    for (let index = 0; index < text.length; index += 1) {
      const rect = rects(index, index + 1).at(-1);
      if (!rect) continue;
      if (last === null || Math.abs(rect.top - last) > size / 2) {
        starts.push(index);
        last = rect.top;
      }
    }
    const ends = starts.map((start, line) => {
      let end = starts[line + 1] ?? text.length;
      while (/\\s/.test(text[end - 1])) end -= 1;
      const parts = rects(start, end);
      return [Math.min(...parts.map((rect) => rect.left)), Math.max(...parts.map((rect) => rect.right))];
    });
    return { starts, ends, height: box.getBoundingClientRect().height };
  });
})()`;

/** Measures a text in Chromium at each of `widths`, in loaded families. */
export async function measureLines(
  page: Page,
  { text, language }: { text: string; language: string },
  families: readonly string[],
): Promise<Measured[]> {
  return (await page.evaluate(script(text, language, families))) as Measured[];
}

/** The same text in our layout; `width` in points. */
export function layoutLines(
  { text, language }: { text: string; language: string },
  fonts: Fonts,
  width: number,
  fontFamily = 'tested',
): TextLayout {
  const box = textElement.parse({
    ...{ type: 'text', id: 'text', x: 0, y: 0, width, height: 1_000, fontFamily, fontSize: size },
    ...{ paragraphs: plainText(text), lineHeight },
  });
  return layoutText(box, fonts, { locale: language });
}

/** Where our lines begin in the source text. */
export const startsOf = ({ lines }: TextLayout): number[] =>
  lines.map((line) => Math.min(...line.pieces.map(({ source }) => source.start)));

/** The largest distance, in points, between the sides of our lines and box and those of Chromium. */
export function distance(ours: TextLayout, { ends, height }: Measured): number {
  const apart = ours.lines.flatMap((line, place) => {
    const [left = 0, right = 0] = (ends[place] ?? []).map((end) => end / zoom);
    return [Math.abs(line.x - left), Math.abs(line.x + line.width - right)];
  });
  return Math.max(...apart, Math.abs(ours.height - height / zoom));
}
