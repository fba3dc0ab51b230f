import type { DesignElementInput, DesignInput } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from './builders.ts';
import { texts } from './languages/texts.ts';
import { isInstalled, pictureOf, textOf } from './outside-tools.ts';
import { readFile } from './reader/read.ts';
import { allNodes } from './reader/structure.ts';

const file = async (elements: DesignElementInput[], overrides: Partial<DesignInput> = {}) =>
  certificateOf(await compileDesign(buildDesign(elements, overrides)), buildRow());

const readText = (pdf: Uint8Array) =>
  [...allNodes(readFile(pdf).structure.root)].filter(({ role }) => role === 'P').map(({ text }) => text);

// A thin line is lighter than its colour where it covers only a part of a pixel.
const isRed = ([r = 0, g = 0, b = 0]: readonly number[]) => r - Math.max(g, b) > 60;
const isBlue = ([r = 0, g = 0, b = 0]: readonly number[]) => b - Math.max(r, g) > 60;

describe('a text of several runs', () => {
  const elements = [
    buildText('', {
      ...{ fontSize: 20, lineHeight: 1.3, fit: 'clip', role: 'paragraph', x: 20, y: 20, height: 120 },
      paragraphs: [
        {
          runs: [
            { text: 'that ' },
            { text: '{{fullName}}', fontSize: 30, fill: '#ff0000', underline: true },
            { text: ' took part', fill: '#0000ff', lineThrough: true, fontFamily: 'Source Sans 3' },
          ],
        },
      ],
    }),
  ];

  it.skipIf(!isInstalled('pdftoppm'))(
    'is drawn in their colours, with lines under and through it',
    async () => {
      const picture = pictureOf(await file(elements));
      const count = (test: typeof isRed, y: number) => {
        let found = 0;
        for (let x = 0; x < picture.width; x += 1) if (test(picture.at(x, y))) found += 1;
        return found;
      };
      const rows = [...Array(picture.height).keys()];
      // An underline is a row of pixels without gaps, which has far more pixels than a row of letters.
      const red = rows.filter((y) => count(isRed, y) > 250);
      const blue = rows.filter((y) => count(isBlue, y) > 65);
      expect(red.length).toBeGreaterThan(0);
      expect(blue.length).toBeGreaterThan(0);
    },
  );

  it('is tagged as one paragraph', async () => {
    expect(readText(await file(elements))).toEqual(['that Lucía Fernanda Quispe Mamani took part']);
  });
});

describe('a text of several lines', () => {
  const lines = (text: string, overrides = {}) =>
    buildText(text, { fontSize: 12, width: 120, fit: 'break', role: 'paragraph', ...overrides });

  it('is extracted with its spaces, and without one where a line breaks without a space', async () => {
    const content =
      'the well-known interdiscipli\u00adnary course (มหาวิทยาลัยเชียงใหม่) at https://certs.example/c/7K3M9';
    for (const width of [60, 90, 140]) {
      const [read] = readText(await file([lines(content, { width })]));
      expect(read?.replaceAll('\u00ad', '')).toBe(content.replaceAll('\u00ad', ''));
    }
  });

  const single = texts.filter(({ language }) => !['ja', 'zh-CN', 'ko'].includes(language));
  it.each(single)('is extracted unchanged in $language', async ({ text, language }) => {
    const [found] = readText(
      await file([lines(text, { width: 330, align: 'justify' })], { locale: language }),
    );
    // After digits and signs a directional mark keeps pdftotext from reordering the next word.
    const read = found?.replaceAll('\u200f', '').replace(/\s/gu, ' ');
    // A narrow space has the glyph of a space.
    expect(read).toBe(text.normalize('NFC').replace(/\s/gu, ' '));
  });

  it.skipIf(!isInstalled('pdftotext'))('gives its words to pdftotext', async () => {
    for (const { text, language } of texts.filter(({ language }) =>
      ['en', 'ru', 'el', 'th'].includes(language),
    )) {
      const found = textOf(await file([lines(text, { width: 330 })], { locale: language })).join(' ');
      const words = (of: string) => of.replace(/\s+/g, '');
      expect(words(found)).toBe(words(text.normalize('NFC')));
    }
  });
});
