import { existsSync, readFileSync } from 'node:fs';
import { textElement } from '@sello/contracts';
import { type FontFace, type Fonts, layoutText, plainText, type TextLayout } from '@sello/design';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faceOf, fileOf } from './languages/faces.ts';
import { texts } from './languages/texts.ts';

const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
);

const size = 20;
/** Chromium sets everything so many times as large, so that whole pixels do not count. */
const zoom = 5;
const lineHeight = 1.3;
const widths = [90, 140, 200, 310, 470];
const latin = 'Source Sans 3';

/** What Chromium says of a text: where its lines begin, how far each reaches from left to right, and its height. */
interface Measured {
  starts: number[];
  ends: [left: number, right: number][];
  height: number;
}

const script = (text: string, language: string, families: readonly string[]) => `(() => {
  const size = ${size * zoom};
  const text = ${JSON.stringify(text)};
  return ${JSON.stringify(widths)}.map((width) => {
    const box = document.createElement('div');
    box.lang = ${JSON.stringify(language)};
    box.dir = 'auto';
    box.style.cssText = 'position:absolute;left:0;top:0;width:' + width * ${zoom} + 'px;font:400 ' + size + 'px/${lineHeight} ' +
      ${JSON.stringify(families.map((family) => `'${family}'`).join(','))} +
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

function layout(text: string, language: string, faces: FontFace[], width: number): TextLayout {
  const fonts: Fonts = { chain: () => faces };
  const box = textElement.parse({
    ...{ type: 'text', id: 'text', x: 0, y: 0, width, height: 1_000, fontFamily: 'tested', fontSize: size },
    ...{ paragraphs: plainText(text), lineHeight },
  });
  return layoutText(box, fonts, { locale: language, renderingVersion: 2 });
}

describe.skipIf(!path)('lines as Chromium sets them', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: path as string, args: ['--font-render-hinting=none'] });
  });
  afterAll(() => browser?.close());

  // The words of Khmer and Lao come from the dictionaries of the runtime, and Chromium's differ from Node's.
  const compared = texts.filter(({ font, language }) => fileOf(font) && !['km', 'lo'].includes(language));
  it.each(compared)(
    'break where its lines of $language break, and are as long and as high',
    async ({ text, language, font }) => {
      const families = [...new Set([font, latin])];
      const page = await browser.newPage();
      for (const family of families) {
        const data = `data:font/ttf;base64,${readFileSync(fileOf(family) as string).toString('base64')}`;
        await page.evaluate(
          `new FontFace(${JSON.stringify(family)}, 'url(${data})').load().then((face) => document.fonts.add(face))`,
        );
      }
      const measured = (await page.evaluate(script(text, language, families))) as Measured[];
      await page.close();
      for (const [index, width] of widths.entries()) {
        const { starts, ends, height } = measured[index] as Measured;
        const ours = layout(text, language, families.map(faceOf), width);
        const startOf = (line: TextLayout['lines'][number]) =>
          Math.min(...line.pieces.map(({ source }) => source.start));
        expect([width, ours.lines.map(startOf)]).toEqual([width, starts]);
        const apart = ours.lines.flatMap((line, place) => {
          const [left = 0, right = 0] = (ends[place] ?? []).map((end) => end / zoom);
          return [Math.abs(line.x - left), Math.abs(line.x + line.width - right)];
        });
        expect(Math.max(...apart, Math.abs(ours.height - height / zoom))).toBeLessThan(0.5);
      }
    },
  );
});
