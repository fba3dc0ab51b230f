import { existsSync } from 'node:fs';
import { textElement } from '@sello/contracts';
import { layoutText, plainText } from '@sello/design';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../../tests/browser.ts';
import type { FontLibrary } from '../src/index.ts';
import { buildText, bundledFonts } from './builders.ts';

const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
);

const words = [
  'Lucía',
  'Fernanda',
  'Quispe',
  'Mamani',
  'AVATAR',
  'Tofu',
  'WAVE',
  'Yáñez',
  'Łódź',
  'Țăran',
  'office',
  'affine',
  'flow',
  'fjord',
  'Ἀθῆναι',
  'Μαρία',
  'Щербаков',
  'Nguyễn',
  'Thị',
  'Ọláṣubọ̀mí',
  'm̃ãn',
  '“To”',
  'L’Été',
  '2026',
  '1.234,50',
  'AY-VA',
  'Þórður',
];
const families = [
  'Newsreader',
  'Newsreader Display',
  'Source Serif 4',
  'Source Sans 3',
  'Great Vibes',
  'Gentium Book Plus',
];

describe.skipIf(!path)('text measured by the canvas of Chromium', () => {
  let browser: Browser;
  let fonts: FontLibrary;
  beforeAll(async () => {
    fonts = await bundledFonts();
    browser = await startBrowser([], path);
  });
  afterAll(() => browser?.close());

  it.each(families)('has the width of the layout in %s, with kerning and ligatures', async (family) => {
    const [face] = fonts.chain(family, 400, false) ?? [];
    const source = face && fonts.source(face.key);
    if (!face || !source) throw new Error(`no ${family}`);
    const covered = words.filter((word) =>
      [...word].every((letter) => face.covers(letter.codePointAt(0) ?? 0)),
    );
    expect(covered.length).toBeGreaterThan(10);
    const page = await browser.newPage();
    const data = `data:font/ttf;base64,${Buffer.from(source.bytes()).toString('base64')}`;
    const script = `(async ({ data, words }) => {
      document.fonts.add(await new FontFace('tested', 'url(' + data + ')').load());
      const context = document.createElement('canvas').getContext('2d');
      context.font = '400px tested';
      return words.map((word) => context.measureText(word).width);
    })(${JSON.stringify({ data, words: covered })})`;
    const measured = (await page.evaluate(script)) as number[];
    await page.close();
    const box = { ...buildText(''), width: 100_000, height: 1_000, fontFamily: family, fontSize: 400 };
    const setting = { locale: 'en' };
    const ours = covered.map(
      (word) => layoutText(textElement.parse({ ...box, paragraphs: plainText(word) }), fonts, setting).width,
    );
    const different = covered.filter(
      (_, index) => Math.abs((ours[index] ?? 0) - (measured[index] ?? 0)) > 0.05,
    );
    expect(different).toEqual([]);
  });
});
