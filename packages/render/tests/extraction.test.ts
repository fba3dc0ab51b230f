import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInTemplates, catalogLocales } from '@sello/design';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byTurns } from '../../../tests/corpus.ts';
import { type FontLibrary, loadFonts } from '../src/index.ts';
import {
  buildDesign,
  buildRow,
  buildSampleRow,
  buildText,
  certificateOf,
  compileDesign,
} from './builders.ts';
import { isInstalled, textOf } from './outside-tools.ts';

const { resolve } = createRequire(import.meta.url);
const nameOnly = (family: string, overrides = {}) =>
  buildDesign([
    buildText('{{fullName}}', {
      fontFamily: family,
      fit: 'shrink',
      maxLines: 1,
      minFontSize: 6,
      ...overrides,
    }),
  ]);

async function extractText(
  design: ReturnType<typeof buildDesign>,
  fullName: string,
  fonts?: FontLibrary,
): Promise<string> {
  const compiled = await compileDesign(design, fonts ? { fonts } : {});
  return textOf(await certificateOf(compiled, buildRow({ student: { fullName } }))).join('\n');
}

describe.skipIf(!isInstalled('pdftotext'))('text extracted by pdftotext', () => {
  const names = [
    'Lucía Fernanda Quispe Mamani',
    'João d’Ávila Conceição',
    'Łukasz Żółć-Gęśląk',
    'Ștefan Țăranu',
    'Þórður Æðisson',
    'Nguyễn Thị Ánh Tuyết',
    'Đặng Hữu Phước',
    'Gülşah İnönü Işık',
    'Μαρία Παπαδοπούλου',
    'Ἀριστοτέλης',
    'Дмитрий Щербаков',
    'Ђорђе Љубичић',
    'Єлизавета Їжакевич',
    'Ọláṣubọ̀mí Adébáyọ̀',
    'fi ff ffi fl Affinity Office',
    'Łucja Ɛnyɔnam Ŋdɔ',
    'O’Neill & Söhne <42> (©) 100 %',
  ];

  it.each(names)('is %s in the bundled families', async (name) => {
    const families = ['Newsreader', 'Source Sans 3', 'Source Serif 4', 'Great Vibes'];
    for (const family of byTurns(4, families, names.indexOf(name))) {
      expect([family, await extractText(nameOnly(family), name)]).toEqual([family, name.normalize('NFC')]);
    }
  });

  const scripts = [
    ...['محمد علي', 'דוד כהן', 'राहुल शर्मा', 'রহিম উদ্দিন', 'முருகன்', 'สมชาย ใจดี', 'Հայկ Պետրոսյան'],
    ...[
      'გიორგი',
      'ሰላም ተስፋዬ',
      'ગુજરાતી',
      'ਗੁਰਮੁਖੀ',
      'ಕನ್ನಡ',
      'తెలుగు',
      'മലയാളം',
      'සිංහල',
      'ខ្មែរ',
      'မြန်မာ',
      'བོད',
      'Ana 🎓',
    ],
  ];
  const faces = ['Newsreader', 'Source Sans 3', 'Great Vibes'].flatMap((family) =>
    [400, 700].map((fontWeight) => ({ family, fontWeight })),
  );
  it.each(scripts)(
    'gives back %s in serif and sans, regular and bold, with nothing but what comes along',
    async (name) => {
      for (const { family, fontWeight } of byTurns(3, faces, scripts.indexOf(name))) {
        const read = await extractText(nameOnly(family, { fontWeight }), name);
        expect([family, fontWeight, read]).toEqual([family, fontWeight, name.normalize('NFC')]);
      }
    },
  );

  it('is correct for a decomposed name, letter spacing, and a glyph of two characters', async () => {
    expect(await extractText(nameOnly('Newsreader'), 'Jose\u0301 Nun\u0303ez')).toBe('José Nuñez');
    expect(await extractText(nameOnly('Newsreader', { charSpacing: 300 }), 'Ana Ruiz')).toBe('Ana Ruiz');
    expect(await extractText(nameOnly('Source Sans 3'), 'Ω \u2206 µ')).toBe('Ω \u2206 µ');
  });

  it.each([
    // Letters that share their dots, a Latin full stop, a comma and a digit between right-to-left words.
    'دچژذص',
    'شهادة إتمام الدورة التدريبية',
    'ח. כהן',
    'כהן, לוי',
    'ف. يوصهش، ك. ل.',
    'כהן 5 לוי',
    'כהן ABC לוי',
    // Vowel marks, and a zero-width non-joiner between two parts of a name.
    'محمّد بن مُحَمَّد',
    'علي\u200cرضا',
    'בְּרֵאשִׁית'.normalize('NFC'),
    // A narrow mark after a vowel mark, and letters that kerning separates in the bold face.
    'ذّ. توشمؤ',
    'طژئ ثرغ',
  ])('reads %s from right to left, signs and spaces in their places', async (name) => {
    for (const family of ['Newsreader', 'Source Sans 3']) {
      for (const fontWeight of [400, 700]) {
        const read = await extractText(nameOnly(family, { fontWeight }), name);
        expect([family, fontWeight, read]).toEqual([family, fontWeight, name]);
      }
    }
  });

  it('is correct for static texts, justified paragraphs and every field of a certificate', async () => {
    const design = buildDesign([
      buildText('has completed the difficult office course of affine geometry', {
        align: 'justify',
        width: 200,
      }),
      buildText('{{startDate}} – {{endDate}}: {{scoreNumeric}} ({{scoreLetter}})', { y: 150, fontSize: 14 }),
      buildText('{{certificate.id}}', { y: 200, fontSize: 14, charSpacing: 20 }),
    ]);
    const lines = textOf(await certificateOf(await compileDesign(design), buildSampleRow(design))).map(
      (line) => line.replace(/ +/g, ' '),
    );
    expect(lines).toEqual([
      'has completed the',
      'difficult office',
      'course of affine',
      'geometry',
      'March 3, 2026 – October 30, 2026: 9.1 (A-)',
      '7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F',
    ]);
  });

  it('contains name, number and the address to type it at for every built-in template in every language', async () => {
    for (const [turn, locale] of catalogLocales.entries()) {
      for (const { key, design } of byTurns(catalogLocales.length, builtInTemplates(locale), turn)) {
        const text = textOf(await certificateOf(await compileDesign(design), buildSampleRow(design)))
          .join(' ')
          .replace(/\s+/g, ' ');
        for (const part of ['7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F', 'sello.example/c']) {
          expect([key, text.includes(part)]).toEqual([key, true]);
        }
        expect([key, 'Lucía Fernanda Quispe Mamani'.split(' ').every((word) => text.includes(word))]).toEqual(
          [key, true],
        );
      }
    }
  });

  describe('with fonts that the operator added', () => {
    let folder = '';
    let fonts: FontLibrary;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'sello-fonts-'));
      for (const font of [
        'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
        'yusei-magic/400Regular/YuseiMagic_400Regular.ttf',
        'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
      ]) {
        copyFileSync(resolve(`@expo-google-fonts/${font}`), join(folder, font.split('/').at(-1) as string));
      }
      fonts = await loadFonts({ folder });
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each(['محمد بن سلمان', '山田 花子', 'ひらがな カタカナ', 'प्रिया श्रीवास्तव', 'Ana 山田 Ruiz'])(
      'is %s as a fallback of a bundled family',
      async (name) => {
        expect(await extractText(nameOnly('Newsreader'), name, fonts)).toBe(name);
      },
    );

    it.each(['محمد بن سلمان', 'प्रिया श्रीवास्तव'])('is %s in letter-spaced text', async (name) => {
      expect(await extractText(nameOnly('Newsreader', { charSpacing: 100 }), name, fonts)).toBe(name);
    });
  });
});
