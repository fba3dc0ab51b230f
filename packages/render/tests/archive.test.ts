import type { Design, SignatureFields, Signer } from '@sello/contracts';
import { createSigner, generateSigningCertificate } from '@sello/proof';
import { beforeAll, describe, expect, it } from 'vitest';
import { byTurns } from '../../../tests/corpus.ts';
import { buildDesign, buildRow, buildSampleRow, certificateOf, compileDesign } from './builders.ts';
import { everyElement, everyImage } from './every-element.ts';
import { inflateStreams } from './inflate-streams.ts';
import { opaqueDesigns, opaqueImages, withoutNamedImages } from './opaque-designs.ts';
import {
  isInstalled,
  isPreflightInstalled,
  pictureOf,
  preflightFaults,
  run,
  structureFaults,
} from './outside-tools.ts';
import { faultsOf, readFile } from './reader/read.ts';
import { allNodes } from './reader/structure.ts';

const designs = opaqueDesigns();
const fields: SignatureFields = {
  ...{ name: 'Instituto “Ñandú”', reason: 'Issued (by) us', location: 'Lima', contactInfo: '' },
  signedAt: new Date('2026-11-14T15:00:00Z'),
};
const row = buildRow({ student: { fullName: 'Lucía <Fernanda> & Щука' } });
const rowOf = (design: Design) => buildSampleRow(design, { student: row.student });
let signer: Signer;
beforeAll(async () => {
  const params = { ...fields };
  const material = await generateSigningCertificate({ algorithm: 'rsa-2048', organization: 'Ñandú', params });
  signer = createSigner({ id: 'test', material });
});

describe('PDF/A-2a and PDF/UA-1', () => {
  it.each(byTurns(2, designs))('hold for $name, signed or not', async ({ design }) => {
    const compiled = await compileDesign(design, { images: opaqueImages });
    const row = rowOf(design);
    expect(faultsOf(await certificateOf(compiled, row))).toEqual([]);
    expect(faultsOf(await certificateOf(compiled, row, { signer, fields }))).toEqual([]);
  });

  it('hold for transparent content on several pages', async () => {
    const pages = ['one', 'two'].map((id) => ({
      ...{ id, width: 400, height: 300, background: { assetId: 'ground' } },
      elements: id === 'one' ? everyElement : [],
    }));
    const compiled = await compileDesign(buildDesign([], { pages }), { images: everyImage });
    expect(faultsOf(await certificateOf(compiled, row, { signer, fields }))).toEqual([]);
  });
});

describe('a specimen', () => {
  const pages = [
    { id: 'one', width: 400, height: 300, elements: everyElement },
    { id: 'two', width: 72, height: 800, elements: [] },
  ];

  it('conforms, and screen readers read what they read of a certificate', async () => {
    const design = buildDesign([], { pages });
    const options = { images: everyImage };
    const plain = await certificateOf(await compileDesign(design, options), row);
    const marked = await certificateOf(await compileDesign(design, { ...options, isSpecimen: true }), row);
    expect(faultsOf(marked)).toEqual([]);
    const read = (pdf: Buffer) =>
      [...allNodes(readFile(pdf).structure.root)].map(({ role, text, alt }) => [role, alt ?? text]);
    expect(read(marked)).toEqual(read(plain));
    const artifacts = (pdf: Buffer) =>
      inflateStreams(pdf).toString('latin1').split('/Subtype/Watermark').length;
    expect(artifacts(marked) - artifacts(plain)).toBe(pages.length);
  });

  it.skipIf(!isInstalled('pdftoppm')).each(['en', 'es-PE', 'pt-BR'])(
    'is marked along the diagonal in %s',
    async (locale) => {
      const design = buildDesign([], { locale });
      const marked = await certificateOf(await compileDesign(design, { isSpecimen: true }), row);
      const picture = pictureOf(marked);
      const { left, top, right, bottom } = picture.inked()!;
      expect(Math.min(left, 400 - right)).toBeGreaterThan(20);
      expect(Math.max(left, 400 - right)).toBeLessThan(100);
      expect(Math.min(top, 300 - bottom)).toBeGreaterThan(10);
      expect(Math.max(top, 300 - bottom)).toBeLessThan(90);
      expect(
        await certificateOf(await compileDesign(design), row).then((pdf) => pictureOf(pdf).inked()),
      ).toBeNull();
    },
  );
});

describe.skipIf(!isPreflightInstalled())('Apache PDFBox Preflight', () => {
  it('finds no violations of PDF/A-1b in designs without transparency, signed or not', async () => {
    const identification = { pdfa: { part: 1, conformance: 'B' }, pdfua: true } as const;
    const files = new Map<string, Uint8Array>();
    for (const { name, design: whole } of byTurns(3, designs)) {
      const design = withoutNamedImages(whole);
      const compiled = await compileDesign(design, { images: opaqueImages, identification });
      const row = rowOf(design);
      files.set(name, await certificateOf(compiled, row));
      files.set(`${name}, signed`, await certificateOf(compiled, row, { signer, fields }));
    }
    expect(designs.length).toBeGreaterThanOrEqual(40);
    const faults = [...preflightFaults(files)].filter(([, found]) => found.length > 0);
    expect(Object.fromEntries(faults)).toEqual({});
  });
});

describe.skipIf(!isInstalled('pdfinfo') || !isInstalled('pdfsig') || !isInstalled('qpdf'))(
  'a tagged and signed file',
  () => {
    it('is tagged and has metadata in pdfinfo, a valid signature in pdfsig and no errors in qpdf', async () => {
      const compiled = await compileDesign(buildDesign(everyElement), { images: everyImage });
      const pdf = await certificateOf(compiled, row, { signer, fields });
      const info = run('pdfinfo', pdf);
      expect(info).toMatch(/Tagged:\s+yes/);
      expect(info).toMatch(/Metadata Stream:\s+yes/);
      expect(run('pdfsig', pdf)).toContain('Signature is Valid');
      expect(run('pdfsig', pdf)).toContain('Total document signed');
      expect(structureFaults(pdf)).toBe('');
    });
  },
);
