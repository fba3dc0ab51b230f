import type { DesignElementInput, SignatureFields, Signer } from '@sello/contracts';
import { parseDesign } from '@sello/design';
import { createSigner, generateSigningCertificate, verifyPdf } from '@sello/proof';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from './builders.ts';
import { isInstalled, run, structureFaults, textOf } from './outside-tools.ts';
import { faultsOf } from './reader/read.ts';

const box = { x: 40, y: 100, width: 200, height: 60 };
const signature: DesignElementInput = {
  ...{ ...box, type: 'signature', id: 'signature', fontFamily: 'Source Sans 3', fontSize: 12 },
  paragraphs: [
    { runs: [{ text: 'Signed by {{signature.name}} in {{signature.location}}' }] },
    { runs: [{ text: '{{signature.date}}: {{signature.reason}}' }] },
  ],
};
const fields: SignatureFields = {
  ...{ name: 'Ana Ruiz', reason: 'Course completed', location: 'Lima', contactInfo: '' },
  signedAt: new Date(),
};
let signer: Signer;
beforeAll(async () => {
  const material = await generateSigningCertificate({
    ...{ algorithm: 'rsa-2048', organization: 'Instituto Ñandú', params: fields },
  });
  signer = createSigner({ id: 'test', material });
});

const pages = (...lists: DesignElementInput[][]) =>
  buildDesign([], {
    pages: lists.map((elements, index) => ({ id: `page${index}`, width: 400, height: 300, elements })),
  });
const sign = async (design: ReturnType<typeof buildDesign>) =>
  certificateOf(await compileDesign(design), buildRow(), { signer, fields });

/** The annotations of each page: their boxes, whether they name their page, and whether they have an appearance. */
async function annotationsOf(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf);
  return document.getPages().map(({ node, ref }) =>
    (node.Annots()?.asArray() ?? []).map((entry) => {
      const widget = document.context.lookup(entry, PDFDict);
      const appearance = widget.lookupMaybe(PDFName.of('AP'), PDFDict)?.lookup(PDFName.of('N'));
      return {
        rect: widget.lookup(PDFName.of('Rect'), PDFArray).asArray().map(Number),
        isOfPage: widget.get(PDFName.of('P')) === ref,
        isSeen: appearance instanceof PDFStream,
      };
    }),
  );
}

describe('a signature box', () => {
  it.skipIf(!isInstalled('pdftotext'))(
    'prints signer, place, day and reason on signed certificates, and nothing on others',
    async () => {
      const compiled = await compileDesign(buildDesign([signature, buildText('Diploma')]));
      const signedAt = new Date('2026-11-14T15:00:00Z');
      const signed = await certificateOf(compiled, buildRow(), { signer, fields: { ...fields, signedAt } });
      expect(textOf(signed)).toEqual([
        'Diploma',
        'Signed by Ana Ruiz in Lima',
        'November 14, 2026: Course completed',
      ]);
      expect(textOf(await certificateOf(compiled))).toEqual(['Diploma']);
    },
  );

  it('is the rectangle of the signature field on its page, with an appearance', async () => {
    const seen = { isOfPage: true, isSeen: true };
    expect(await annotationsOf(await sign(pages([signature])))).toEqual([
      [{ ...seen, rect: [40, 140, 240, 200] }],
    ]);
    expect(await annotationsOf(await sign(pages([], [signature], [])))).toEqual([
      [],
      [{ ...seen, rect: [40, 140, 240, 200] }],
      [],
    ]);
    expect(await annotationsOf(await certificateOf(await compileDesign(pages([], [signature]))))).toEqual([
      [],
      [],
    ]);
  });

  it('has the bounding box of a rotated one, also in rotated groups', async () => {
    const rectOf = async (element: DesignElementInput) =>
      (await annotationsOf(await sign(pages([element])))).flat()[0]?.rect.map((side) => Math.round(side));
    // Rotated by 90° about its centre at (140, 130).
    expect(await rectOf({ ...signature, rotation: 90 })).toEqual([110, 70, 170, 270]);
    const half = (200 * Math.SQRT1_2 + 60 * Math.SQRT1_2) / 2;
    const diamond = [140 - half, 170 - half, 140 + half, 170 + half].map((side) => Math.round(side));
    expect(await rectOf({ ...signature, rotation: 45 })).toEqual(diamond);
    const group = (rotation: number, element: DesignElementInput): DesignElementInput => ({
      ...{ type: 'group', id: 'group', x: 0, y: 0, width: 400, height: 300, rotation, opacity: 0.5 },
      elements: [element],
    });
    expect(await rectOf(group(180, signature))).toEqual([160, 100, 360, 160]);
    expect(await rectOf(group(-45, { ...signature, x: 100, y: 120, rotation: 45 }))).toEqual([
      100, 120, 300, 180,
    ]);
  });

  it('keeps the signature valid in pdfsig, and the file valid in qpdf and as PDF/A', async () => {
    const pdf = await sign(pages([], [{ ...signature, rotation: 30 }]));
    expect(await verifyPdf(pdf)).toMatchObject({
      outcome: 'intact',
      signature: { coversWholeFile: true, ownForm: true },
    });
    expect(faultsOf(pdf)).toEqual([]);
    if (isInstalled('qpdf')) expect(structureFaults(pdf)).toBe('');
    if (isInstalled('pdfsig')) expect(run('pdfsig', pdf)).toContain('Signature is Valid');
  });

  it('occurs at most once in a design', () => {
    const elements = [signature, { ...signature, id: 'b' }];
    const design = { version: 2, pages: [{ id: 'p', width: 400, height: 300, elements }] };
    expect(parseDesign(design)).toMatchObject({
      ok: false,
      problems: [{ message: 'more than one signature' }],
    });
  });
});
