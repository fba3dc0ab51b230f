import type { Design } from '@sello/contracts';
import {
  builtInTemplates,
  catalogLocales,
  familyMetrics,
  kindOf,
  layoutText,
  newsreader,
  printedElements,
} from '@sello/design';
import { describe, expect, it } from 'vitest';
import { buildSampleRow, bundledFonts, certificateOf, compileDesign } from '../tests/builders.ts';
import { layoutCheck } from './layout-check.ts';
import type { StampRow } from './values.ts';

const designs = catalogLocales.flatMap((locale) =>
  builtInTemplates(locale).map(({ key, design }) => ({ name: `${key} ${locale}`, design })),
);

const compiled = new Map<Design, ReturnType<typeof compileDesign>>();
function compiledOnce(design: Design): ReturnType<typeof compileDesign> {
  const known = compiled.get(design) ?? compileDesign(design);
  compiled.set(design, known);
  return known;
}

async function errorsOf(design: Design, row: StampRow) {
  return (await layoutCheck(await compiledOnce(design), row)).errors;
}

describe('the built-in templates', () => {
  it('are measured with the ascent and descent of their faces', async () => {
    const fonts = await bundledFonts();
    expect(familyMetrics.Newsreader).toEqual(newsreader);
    for (const [family, { ascent, descent }] of Object.entries(familyMetrics)) {
      for (const [weight, italic] of [
        [400, false],
        [400, true],
        [700, false],
      ] as const) {
        const [face] = fonts.chain(family, weight, italic) ?? [];
        if (!face) throw new Error(`no ${family}`);
        expect([family, face.metrics.ascent / face.unitsPerEm]).toEqual([family, ascent]);
        expect([family, -face.metrics.descent / face.unitsPerEm]).toEqual([family, descent]);
      }
    }
  });

  it.each(catalogLocales)('show their own texts in %s at full size', async (locale) => {
    const fonts = await bundledFonts();
    for (const { key, design } of builtInTemplates(locale)) {
      for (const page of design.pages) {
        for (const element of printedElements(page.elements)) {
          if (element.type !== 'text' || kindOf(element).varies(element)) continue;
          const layout = layoutText(element, fonts, design);
          expect([key, element.id, layout.fontSize, layout.problems]).toEqual([
            key,
            element.id,
            element.fontSize,
            [],
          ]);
        }
      }
    }
  });

  it.each(designs)('$name can be issued with its samples and stays within its boxes', async ({ design }) => {
    const { errors, warnings } = await layoutCheck(await compiledOnce(design), buildSampleRow(design));
    expect(errors).toEqual([]);
    expect(warnings.filter(({ kind }) => kind === 'overflows')).toEqual([]);
  });

  it.each([
    ['a long name of sixty letters', 'Wilhelmina Maximiliana Montgomery-Hammersmith Wetherby-Woods'],
    ['a name of sixty letters without a space', 'M'.repeat(60)],
    ['Arabic', 'عبد الرحمن بن محمد بن عبد العزيز الأنصاري القرطبي المالكي'],
    ['Devanagari', 'श्रीमती लक्ष्मीनारायणी कृष्णमूर्ति वेंकटरामन सुब्रह्मण्यम्'],
    ['Thai', 'นางสาวกาญจนาภรณ์ ศิริวัฒนานุกูลชัยประเสริฐ'],
    ['Vietnamese', 'Nguyễn Hoàng Thị Minh Châu Phương Uyên Khánh Linh'],
    ['Cyrillic', 'Александра Константиновна Преображенская-Воскресенская'],
  ])('can all be issued to holders with %s', async (_, fullName) => {
    for (const { name, design } of designs) {
      const row = buildSampleRow(design, {
        student: { fullName },
        tenant: {
          name: 'x',
          publicName: 'Instituto Superior Tecnológico Público de Formación Profesional y Artes Aplicadas',
        },
      });
      expect([name, await errorsOf(design, row)]).toEqual([name, []]);
    }
  });

  it('can be issued without any value that may be absent', async () => {
    for (const { name, design } of designs) {
      const required = design.variables.filter(({ optional }) => !optional).map((variable) => variable.name);
      const { custom, batch } = buildSampleRow(design);
      const kept = (prefix: string, values: Record<string, string> = {}) =>
        Object.fromEntries(Object.entries(values).filter(([key]) => required.includes(`${prefix}.${key}`)));
      const row = {
        ...buildSampleRow(design),
        student: { fullName: 'Ana' },
        ...{ custom: kept('custom', custom), batch: kept('batch', batch) },
      };
      expect([name, await errorsOf(design, row)]).toEqual([name, []]);
      const pdf = await certificateOf(await compiledOnce(design), row);
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });
});
