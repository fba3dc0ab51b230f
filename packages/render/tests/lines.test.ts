import { readFileSync } from 'node:fs';
import type { Fonts } from '@sello/design';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../../tests/browser.ts';
import { byTurns } from '../../../tests/corpus.ts';
import {
  chromiumArguments,
  chromiumPath,
  distance,
  layoutLines,
  loadFont,
  type Measured,
  measureLines,
  startsOf,
  widths,
} from './languages/chromium.ts';
import { faceOf, fileOf } from './languages/faces.ts';
import { texts } from './languages/texts.ts';

const latin = 'Source Sans 3';

describe.skipIf(!chromiumPath)('lines compared with Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(chromiumArguments, chromiumPath);
  });
  afterAll(() => browser?.close());

  // The words of Khmer and Lao come from the dictionaries of the runtime, and Chromium's differ from Node's.
  const compared = texts.filter(({ font, language }) => fileOf(font) && !['km', 'lo'].includes(language));
  it.each(byTurns(3, compared))(
    'have the breaks, widths and heights of Chromium in $language',
    async ({ text, language, font }) => {
      const families = [...new Set([font, latin])];
      const fonts: Fonts = { chain: () => families.map(faceOf) };
      const page = await browser.newPage();
      for (const family of families) await loadFont(page, family, readFileSync(fileOf(family) as string));
      const measured = await measureLines(page, { text, language }, families);
      await page.close();
      for (const [index, width] of widths.entries()) {
        const theirs = measured[index] as Measured;
        const ours = layoutLines({ text, language }, fonts, width);
        expect([width, startsOf(ours)]).toEqual([width, theirs.starts]);
        expect(distance(ours, theirs)).toBeLessThan(0.5);
      }
    },
  );
});
