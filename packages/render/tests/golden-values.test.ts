import type { DesignElementInput } from '@sello/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledTemplate } from '../src/compile.ts';
import { layoutCheck } from '../src/layout-check.ts';
import { drawPage, openPdfium, type Pdfium } from '../src/picture/draw.ts';
import { encodePng } from '../src/picture/png.ts';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from './builders.ts';
import { type Cells, decodePng, expectSame, type Pixels } from './golden/sheet.ts';
import { inflateStreams } from './inflate-streams.ts';

// Sentences with values of either direction, in a template of either direction: what surrounds a value keeps its order.
// SELLO_RENEW_GOLDEN=1 updates the sheet; review the changes.

const cells: Cells = { cell: { width: 420, height: 252 }, columns: 2 };
const size = { width: 300, height: 180 };

/** The sentences of a template, one below the other; of one text the runs differ in style. */
const sentences = {
  en: [
    '{{fullName}} — {{scoreNumeric}} / 10',
    '{{fullName}} completed {{custom.course}} on {{endDate}}',
    'Course: {{custom.course}} 2026 (40 hours)',
    '{{fullName}}',
    '{{country}}, {{endDate}}: {{fullName}}, {{scoreLetter}}',
  ],
  ar: [
    '{{fullName}} — {{scoreNumeric}} / 10',
    'أكمل {{fullName}} دورة {{custom.course}} في {{endDate}}',
    'الدورة: {{custom.course}} 2026 (40)',
    '{{fullName}}',
    '{{country}}, {{endDate}}: {{fullName}}, {{scoreLetter}}',
  ],
} as const;

const holders = {
  Latin: ['Ana Ruiz (Lima)', 'Botany 2'],
  Arabic: ['محمد علي', 'علم النبات 2'],
  Hebrew: ['נועה לוי', 'בוטניקה 2'],
  mixed: ['Sara سارة 3', 'Botany علم (B)'],
} as const;

function designOf(locale: keyof typeof sentences) {
  const font = { fontFamily: 'Source Sans 3', fontSize: 11, height: 20, width: 280, x: 10 };
  const texts = sentences[locale].map((text, index) => buildText(text, { ...font, y: 8 + index * 22 }));
  const styled = [{ text: '{{fullName}}', fontWeight: 700 }, { text: ' — {{scoreNumeric}} / 10' }];
  const rows: DesignElementInput = {
    ...{ ...font, type: 'table', id: 'table', y: 142, height: 34, fontSize: 10 },
    ...{ rows: '{{custom.course}}|{{scoreNumeric}} / 10 ({{fullName}})', header: false, lines: 'grid' },
    columns: [
      { header: '', share: 1 },
      { header: '', share: 2 },
    ],
  };
  return buildDesign([], {
    locale,
    pages: [
      {
        ...{ id: 'page', ...size },
        elements: [...texts, buildText('', { ...font, y: 118, paragraphs: [{ runs: styled }] }), rows],
      },
    ],
  });
}

const rowOf = ([fullName, course]: readonly [string, string]) =>
  buildRow({ student: { fullName, scoreNumeric: 9.5 }, custom: { course } });

describe('values of either direction', () => {
  let pdfium: Pdfium;
  const templates = new Map<string, CompiledTemplate>();
  beforeAll(async () => {
    pdfium = await openPdfium();
    for (const locale of ['en', 'ar'] as const) templates.set(locale, await compileDesign(designOf(locale)));
  });

  it('leave what is around them in its order, as reviewed', async () => {
    const shown: [string, Pixels][] = [];
    for (const [script, holder] of Object.entries(holders)) {
      for (const [locale, template] of templates) {
        expect((await layoutCheck(template, rowOf(holder))).errors).toEqual([]);
        const drawn = await drawPage(pdfium, await certificateOf(template, rowOf(holder)), cells.cell);
        shown.push([`${script} in ${locale}`, decodePng(encodePng(drawn.rgba, drawn.width, drawn.height))]);
      }
    }
    await expectSame('values', shown, cells);
  });

  it('leave no isolate in the texts that readers extract', async () => {
    const pdf = await certificateOf(templates.get('en')!, rowOf(holders.mixed));
    const content = inflateStreams(pdf).toString('latin1');
    const texts = [...content.matchAll(/(?:ActualText ?|<[0-9a-f]{4}>)<([0-9a-f]+)>/gi)].map(([, hex]) =>
      Buffer.from(hex!, 'hex').swap16().toString('utf16le'),
    );
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => /[\u2066-\u2069]/.test(text))).toEqual([]);
  });
});
