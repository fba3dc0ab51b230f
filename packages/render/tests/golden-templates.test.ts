import { builtInTemplates, type CatalogLocale } from '@sello/design';
import { expect, it } from 'vitest';
import { layoutCheck } from '../src/layout-check.ts';
import { drawPage, openPdfium } from '../src/picture/draw.ts';
import { encodePng } from '../src/picture/png.ts';
import { buildSampleRow, certificateOf, compileDesign } from './builders.ts';
import { type Cells, decodePng, expectSame, type Pixels } from './golden/sheet.ts';

// Each built-in template has a certificate for a short name, for a long one and for one that takes two lines, each in
// another of the three languages, so that all texts are in the sheet. SELLO_RENEW_GOLDEN=1 updates it; review the changes.

const holders: readonly [locale: CatalogLocale, fullName: string, publicName: string][] = [
  ['en', 'Ana Ruiz', 'Harbour College'],
  ['es', 'Lucía Fernanda Quispe Mamani', 'Instituto Cordillera'],
  ['pt-BR', 'Wilhelmina Maximiliana Montgomery-Hammersmith Wetherby-Woods', 'Escola Nova de Artes'],
];
const cells: Cells = { cell: { width: 360, height: 360 }, columns: holders.length * 2 };

it('certificates of the built-in templates look as reviewed, whatever the length of the name', async () => {
  const pdfium = await openPdfium();
  const shown: [string, Pixels][] = [];
  for (const { key } of builtInTemplates('en')) {
    for (const [locale, fullName, publicName] of holders) {
      const { design } = builtInTemplates(locale).find((template) => template.key === key)!;
      const template = await compileDesign(design);
      const row = buildSampleRow(design, { student: { fullName }, tenant: { name: publicName, publicName } });
      expect([key, locale, (await layoutCheck(template, row)).errors]).toEqual([key, locale, []]);
      const { rgba, width, height } = await drawPage(pdfium, await certificateOf(template, row), cells.cell);
      shown.push([`${key} ${locale}`, decodePng(encodePng(rgba, width, height))]);
    }
  }
  await expectSame('templates', shown, cells);
});
