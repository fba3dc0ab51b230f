import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../../tests/browser.ts';
import { bundledFonts } from './builders.ts';
import { chromiumArguments, chromiumPath } from './languages/chromium.ts';
import { ChromiumPainter } from './names/boxes.ts';
import { checkBoxes, checkLines } from './names/drawn.ts';
import { checkIssued } from './names/issued.ts';
import { languages } from './names/words.ts';
import { isInstalled } from './outside-tools.ts';

// A fixed sample of the proof `names`, without font packs.
const seed = 7;

describe.skipIf(!isInstalled('pdftotext') || !isInstalled('qpdf'))('names of forty languages', () => {
  it('are extracted by pdftotext, or fail with the missing character and its pack', async () => {
    const { byLanguage, faults, control } = await checkIssued(
      { count: 1, seed },
      { all: null, bundled: await bundledFonts() },
    );
    expect(faults).toEqual([]);
    expect(Object.keys(byLanguage)).toHaveLength(40);
    const reports = Object.values(byLanguage);
    const certificates = reports.reduce((before, one) => before + one.certificates, 0);
    expect(certificates).toBe(36);
    expect(byLanguage.ja?.errorsWithoutPacks).toEqual({ 'glyph_missing: Noto Serif JP': 1 });
    expect(control).toEqual({ files: 36, found: 36 });
  });
});

const drawsEverywhere = chromiumPath && isInstalled('mutool') && isInstalled('pdftoppm');

describe.skipIf(!drawsEverywhere)('names compared with Chromium', () => {
  let browser: Browser;
  let painter: ChromiumPainter;
  beforeAll(async () => {
    browser = await startBrowser(chromiumArguments, chromiumPath);
    painter = new ChromiumPainter(await browser.newPage(), await bundledFonts());
  });
  afterAll(() => browser?.close());

  it('have the same ink bounds in poppler and in MuPDF', async () => {
    const only = ['tr', 'ar'];
    const { names, faults } = await checkBoxes(
      { each: 1, count: 10, seed, only },
      painter,
      await bundledFonts(),
    );
    expect([names, faults]).toEqual([2, []]);
  });

  it('break into the same lines in thirteen scripts', async () => {
    const only = ['en', 'el', 'ru', 'ar', 'he', 'hi', 'bn', 'ta', 'te', 'th', 'my', 'ka', 'am'];
    const fonts = await bundledFonts();
    const { scriptsAtLeast99, differences } = await checkLines(
      { texts: 1, count: 9, seed, only },
      painter,
      fonts,
    );
    expect(differences).toEqual([]);
    expect(scriptsAtLeast99).toBe(only.length);
    expect(Object.keys(languages)).toEqual(expect.arrayContaining(only));
  });
});
