import { deflateSync } from 'node:zlib';
import { builtInTemplates } from '@sello/design';
import { describe, expect, it } from 'vitest';
import {
  buildDesign,
  buildRow,
  buildSampleRow,
  buildText,
  certificateOf,
  compileDesign,
} from './builders.ts';
import { everyElement, everyImage } from './every-element.ts';
import { isInstalled, run, structureFaults } from './outside-tools.ts';

describe.skipIf(!isInstalled('qpdf'))('structure checked by qpdf', () => {
  it('is valid for every element on several pages of different sizes', async () => {
    const design = buildDesign([], {
      pages: [
        { id: 'one', width: 400, height: 300, elements: everyElement, background: { assetId: 'ground' } },
        { id: 'two', width: 595, height: 842, elements: [], background: { color: null } },
        { id: 'three', width: 200, height: 900, elements: [buildText('{{scoreLetter}}')] },
      ],
    });
    const pdf = await certificateOf(await compileDesign(design, { images: everyImage }));
    expect(structureFaults(pdf)).toBe('');
  });

  it('is valid for every built-in template', async () => {
    for (const { key, design } of builtInTemplates('es')) {
      const pdf = await certificateOf(await compileDesign(design), buildSampleRow(design));
      expect([key, structureFaults(pdf)]).toEqual([key, '']);
    }
  });

  it('is valid when a name needs glyphs that the prefix does not embed', async () => {
    const compiled = await compileDesign(buildDesign([buildText('{{fullName}}')]));
    const pdf = await certificateOf(compiled, buildRow({ student: { fullName: 'Μαρία Щербакова' } }));
    expect(structureFaults(pdf)).toBe('');
  });
});

describe.skipIf(!isInstalled('pdffonts'))('fonts listed by pdffonts', () => {
  it('are all embedded subsets with ToUnicode', async () => {
    const compiled = await compileDesign(
      buildDesign([buildText('{{fullName}}'), buildText('set', { fontFamily: 'Source Sans 3' })]),
    );
    const list = run('pdffonts', await certificateOf(compiled, buildRow({ student: { fullName: 'Ana Щ' } })));
    const fonts = list
      .split('\n')
      .slice(2)
      .filter((line) => line !== '');
    expect(fonts).toHaveLength(3);
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+.*CID TrueType\s+Identity-H\s+yes yes yes/);
  });
});

describe.skipIf(!isInstalled('pdfinfo'))('the document information listed by pdfinfo', () => {
  it('has a title, an author and a creation date', async () => {
    const pdf = await certificateOf(
      await compileDesign(buildDesign([buildText('{{fullName}}')])),
      buildRow({ student: { fullName: 'Ana (Ñ) \\ Щ' } }),
    );
    const info = run('pdfinfo', pdf, ['-isodates']);
    expect(info).toMatch(/Title:\s+Ana \(Ñ\) \\ Щ · Instituto Cordillera/);
    expect(info).toMatch(/Author:\s+Instituto Cordillera/);
    expect(info).toMatch(/CreationDate:\s+2026-11-14T15:00:00/);
    expect(info).toMatch(/Page size:\s+400 x 300 pts/);
  });
});

describe('bytes', () => {
  it('are the same for the same inputs, including compilation', async () => {
    const make = async () =>
      certificateOf(await compileDesign(buildDesign(everyElement), { images: everyImage }), buildRow());
    expect(deflateSync(await make()).equals(deflateSync(await make()))).toBe(true);
  });
});
