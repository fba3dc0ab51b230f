import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText, compileDesign } from '../tests/builders.ts';
import { paintedPng } from '../tests/painted-png.ts';
import { type LayoutReport, layoutCheck } from './layout-check.ts';

async function check(elements: Parameters<typeof buildDesign>[0], row = buildRow()) {
  return layoutCheck(await compileDesign(buildDesign(elements)), row);
}

describe('layoutCheck', () => {
  it('reports which text was shrunk, and both sizes', async () => {
    const long = buildText('{{fullName}}', {
      name: 'Holder',
      fontSize: 40,
      fit: 'shrink',
      maxLines: 1,
      minFontSize: 8,
    });
    const { warnings, errors } = await check([long]);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      { elementId: long.id, element: 'Holder', kind: 'shrunk', fontSize: expect.any(Number), from: 40 },
    ]);
  });

  it('reports variables without a value and texts that overflow their box', async () => {
    const { warnings } = await check(
      [
        buildText('Grade {{scoreLetter}}{{idNumber}}', { id: 'grade', width: 300 }),
        buildText('incomprehensibilities', { id: 'word', width: 40, height: 200 }),
      ],
      buildRow({ student: { scoreLetter: '' } }),
    );
    expect(warnings).toEqual([
      { elementId: 'grade', element: expect.any(String), kind: 'empty', variable: 'scoreLetter' },
      { elementId: 'word', element: 'incomprehensibilities', kind: 'overflows', by: expect.any(Number) },
    ]);
  });

  it('returns every error of a row with its code and details', async () => {
    const { errors } = await check(
      [
        buildText('{{fullName}}'),
        buildText('{{custom.module}}'),
        buildText('{{fullName}} Vasconcelos', {
          id: 'tight',
          width: 40,
          fit: 'shrink',
          fontSize: 20,
          minFontSize: 18,
        }),
      ],
      buildRow({ student: { fullName: 'Ana 王 Ꭰ' } }),
    );
    expect(
      errors.map(({ code, details }) => [code, details?.character ?? details?.variable ?? details?.minSize]),
    ).toEqual([
      ['glyph_missing', '王'],
      ['glyph_missing', 'Ꭰ'],
      ['variable_unknown', 'custom.module'],
      ['glyph_missing', '王'],
      ['glyph_missing', 'Ꭰ'],
      ['text_does_not_fit', 18],
    ]);
  });

  it('returns an error for a QR code whose content is too long', async () => {
    const code = { type: 'qr' as const, id: 'code', x: 0, y: 0, width: 90, height: 90 };
    const { errors } = await check(
      [{ ...code, content: '{{custom.note}}' }],
      buildRow({ custom: { note: 'x'.repeat(3_000) } }),
    );
    expect(errors).toMatchObject([
      { code: 'text_does_not_fit', details: { elementId: 'code', field: '{{custom.note}}' } },
    ]);
  });

  it('lists a photograph that cannot be read, and nothing for one that is absent', async () => {
    const photo = { type: 'image' as const, id: 'photo', x: 0, y: 0, width: 90, height: 90 };
    const named = { ...photo, source: { kind: 'variable' as const, name: 'student.photo' } };
    const images = (bytes: Uint8Array) => buildRow({ images: { 'student.photo': bytes } });
    expect(await check([named], images(Buffer.from('no picture')))).toMatchObject({
      errors: [{ code: 'image_unreadable', details: { assetId: '{{student.photo}}' } }],
    });
    const nothing = { warnings: [], errors: [] };
    expect(await check([named], images(paintedPng(2, 2, () => [0, 0, 0])))).toEqual(nothing);
    expect(await check([named])).toEqual(nothing);
  });

  it('reports of each row what it prints, also after rows that print some of the same', async () => {
    const text = buildText('{{custom.a}}{{custom.b}}', { id: 'both', width: 300 });
    const photo = { type: 'image' as const, id: 'photo', x: 0, y: 0, width: 90, height: 90 };
    const design = buildDesign([
      text,
      { ...photo, source: { kind: 'variable', name: 'student.photo' } },
      buildText('{{fullName}}', { id: 'name', width: 40, fit: 'shrink', fontSize: 20, minFontSize: 18 }),
    ]);
    const noPicture = { 'student.photo': Buffer.from('no picture') };
    const rows = [
      buildRow({ custom: { a: '', b: 'x' } }),
      buildRow({ custom: { a: 'x', b: '' } }),
      buildRow({ custom: { a: 'x' } }),
      buildRow({ custom: { a: '', b: 'x' }, images: noPicture }),
      buildRow({ custom: { a: '王', b: 'x' } }),
      buildRow({ custom: { a: '', b: 'x' }, student: { fullName: 'Ana' } }),
    ];
    const together = await compileDesign(design);
    for (const row of [...rows, ...rows.toReversed()]) {
      expect(await layoutCheck(together, row)).toEqual(await layoutCheck(await compileDesign(design), row));
    }
    const [first, second, third, fourth, fifth] = await Promise.all(
      rows.map((row) => layoutCheck(together, row)),
    );
    const empty = ({ warnings }: LayoutReport) =>
      warnings.flatMap((warning) => (warning.kind === 'empty' ? warning.variable : []));
    expect([empty(first!), empty(second!)]).toEqual([['custom.a'], ['custom.b']]);
    const codes = ({ errors }: LayoutReport) => errors.map(({ code }) => code);
    expect([third!, fourth!, fifth!].map(codes)).toEqual([
      ['variable_unknown', 'text_does_not_fit'],
      ['image_unreadable', 'text_does_not_fit'],
      ['glyph_missing', 'text_does_not_fit'],
    ]);
  });
});
