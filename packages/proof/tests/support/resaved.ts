// Certificates as Sello issues them, and what honest programs make of them: none of these files is the issued one, and
// each still names its certificate.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineDesign, plainText } from '@sello/design';
import { compile, loadFonts, stamp } from '@sello/render';
import { PDFDocument } from 'pdf-lib';
import { drawPage, openPdfium } from '../../../render/src/picture/draw.ts';
import { encodePng } from '../../../render/src/picture/png.ts';
import { createSigner, type SigningMaterial } from '../../src/index.ts';
import { withFiles } from './external-tools.ts';
import { buildFields, buildMaterial } from './material.ts';

const design = defineDesign({
  version: 2,
  pages: [
    {
      ...{ id: 'page', width: 500, height: 360 },
      elements: [
        ...['{{student.fullName}}', '{{certificate.id}}'].map((content, index) => ({
          ...{ type: 'text' as const, id: `t${index}`, x: 30, y: 30 + 60 * index, width: 440, height: 40 },
          ...{ paragraphs: plainText(content), fontFamily: 'Source Sans 3', fontSize: 14 },
        })),
        { type: 'qr' as const, id: 'qr', x: 30, y: 200, width: 120, height: 120 },
      ],
    },
  ],
});

/** Signed certificates with these numbers, all of one organization. */
export async function issuedFiles(certIds: readonly string[], material?: SigningMaterial): Promise<Buffer[]> {
  const template = { id: 'revision', design };
  const compiled = await compile(template, { fonts: await loadFonts(), assets: { get: async () => null! } });
  const signer = createSigner({ id: 'signer', material: material ?? (await buildMaterial()) });
  return Promise.all(
    certIds.map(async (id) => {
      const verifyUrl = `https://sello.example/verify/${id}`;
      const row = {
        student: { fullName: 'Ana Núñez', startDate: '2026-03-02', endDate: '2026-10-30' },
        ...{ custom: {}, tenant: { name: 'Taller', publicName: 'Taller' } },
        certificate: { id, issuedAt: new Date(), issuedOn: '2026-11-14', verifyUrl },
      };
      const { tail } = await stamp(compiled, row, { signer, fields: buildFields() });
      return Buffer.concat([compiled.prefix, tail]);
    }),
  );
}

type Program = 'qpdf' | 'mutool' | 'pdftocairo';

interface Resaving {
  program: Program;
  /** Arguments; `in.pdf` and `other.pdf` are two issued certificates, the result is `out.pdf`. */
  arguments: readonly string[];
}

/** The number is read in the properties of the first ones; of the last ones only the text of the page has it. */
export const resavings = {
  'with object streams': { program: 'qpdf', arguments: ['--object-streams=generate', 'in.pdf', 'out.pdf'] },
  'linearized for the web': { program: 'qpdf', arguments: ['--linearize', 'in.pdf', 'out.pdf'] },
  'turned by 90 degrees': { program: 'qpdf', arguments: ['--rotate=90', 'in.pdf', 'out.pdf'] },
  'protected against changes by an owner’s password': {
    program: 'qpdf',
    arguments: ['--encrypt', '', 'secret', '256', '--modify=none', '--', 'in.pdf', 'out.pdf'],
  },
  'cleaned and compressed': { program: 'mutool', arguments: ['clean', '-gggz', 'in.pdf', 'out.pdf'] },
  'merged with another': {
    program: 'qpdf',
    arguments: ['--empty', '--pages', 'in.pdf', 'other.pdf', '--', 'out.pdf'],
  },
  'printed to a PDF': { program: 'pdftocairo', arguments: ['-pdf', 'in.pdf', 'out.pdf'] },
} as const satisfies Record<string, Resaving>;

/** Not readable without the password. */
export const locked: Resaving = {
  program: 'qpdf',
  arguments: ['--encrypt', 'open', 'secret', '256', '--', 'in.pdf', 'out.pdf'],
};

export const isProgramInstalled = (program: Program): boolean =>
  spawnSync(program, [program === 'qpdf' ? '--version' : '-v']).error === undefined;

/** A certificate as the program leaves it; `other` is a second certificate, for those that merge. */
export function resave(
  { program, arguments: given }: Resaving,
  issued: Uint8Array,
  other: Uint8Array,
): Buffer {
  return withFiles({ 'in.pdf': issued, 'other.pdf': other }, (folder) => {
    const { status, stderr } = spawnSync(program, [...given], { cwd: folder, encoding: 'utf8' });
    // qpdf ends with 3 after a warning.
    if (status !== 0 && status !== 3) throw new Error(`${program}: ${stderr}`);
    return readFileSync(join(folder, 'out.pdf'));
  });
}

/** The first page as a scanner sees it. */
export async function scanned(issued: Uint8Array): Promise<Buffer> {
  const page = await drawPage(await openPdfium(), issued, { width: 1_000, height: 1_000 });
  return asScan(encodePng(page.rgba, page.width, page.height));
}

/** A file of one picture, a PNG, without a text. */
export async function asScan(png: Uint8Array): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const image = await document.embedPng(png);
  document.addPage([image.width, image.height]).drawImage(image);
  return Buffer.from(await document.save());
}
