import { printCertId, verifyUrl } from '@sello/contracts';
import { qrSymbol } from '@sello/design';
import type { Page } from 'playwright-core';
import { certId } from './fixture.ts';
import type { Overrides } from './mock.ts';
import type { Scene } from './scene.ts';

/** A photograph of the code on a certificate: a PNG file of 640 × 640 px. */
async function photographOf(page: Page, content: string): Promise<Buffer> {
  const { size, modules } = qrSymbol(content, 'M')!;
  const base64 = await page.evaluate(
    ([count, dark]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 });
      const paint = canvas.getContext('2d')!;
      paint.fillStyle = '#fffefa';
      paint.fillRect(0, 0, 640, 640);
      paint.fillStyle = '#1c1a17';
      const unit = Math.floor(400 / count);
      for (const [place, isDark] of dark.entries())
        if (isDark)
          paint.fillRect(120 + (place % count) * unit, 120 + Math.floor(place / count) * unit, unit, unit);
      return canvas.toDataURL('image/png').split(',')[1]!;
    },
    [size, [...modules]] as const,
  );
  return Buffer.from(base64, 'base64');
}

const unknown: Overrides = {
  'verify lookup': { status: 404, body: { error: 'x', code: 'issued_not_found', requestId: 'r' } },
};

/** A PDF of one page with a line of text, in a font that every reader has. */
function pdfOf(line: string): Buffer {
  const content = `BT /F 12 Tf 20 40 Td (${line}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 700 80]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF`);
}

/** A file that is a PDF by its bytes, whatever its name. */
async function choosePdf(page: Page, name: string, line = ''): Promise<void> {
  const buffer = pdfOf(line);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await page.locator('.file-answer .verdicts').waitFor();
}

/** No file has these bytes, and each number was issued. */
const byNumber: Scene['answers'] = ({ verify }) => ({
  'verify lookup': ({ searchParams }) => {
    const reference = searchParams.get('hash') ?? '';
    return reference.length === 64
      ? { status: 404, body: { error: 'x', code: 'issued_not_found', requestId: 'r' } }
      : { body: { certificate: { ...verify.certificate, certId: reference } } };
  },
});
const otherId = `0${certId.slice(1)}`;

/** Files that a visitor has: the issued one, copies, an altered one, one of somebody else, and a picture. */
export const verifyFileScenes: readonly Scene[] = [
  {
    name: 'verify-file',
    path: '/verify',
    answers: ({ verify }) => ({
      ...unknown,
      'verify file': {
        body: {
          file: { ...verify.file, bytes: 'changed', signature: 'altered' },
          certificate: verify.certificate,
        },
      },
    }),
    act: async (page) => {
      await choosePdf(page, 'certificado de Lucía.pdf');
      await page.locator('.file-answer .row.small .btn').click();
      await page.locator('.file-answer .row.small').waitFor({ state: 'detached' });
    },
  },
  { name: 'verify-file-exact', path: '/verify', act: (page) => choosePdf(page, 'certificado de Lucía.png') },
  {
    name: 'verify-file-unknown',
    path: '/verify',
    answers: () => unknown,
    act: (page) => choosePdf(page, 'diploma.pdf'),
  },
  {
    name: 'verify-file-copy',
    path: '/verify',
    answers: byNumber,
    act: (page) => choosePdf(page, 'certificado de Lucía, impreso.pdf', printCertId(certId)),
  },
  {
    name: 'verify-file-copies',
    path: '/verify',
    answers: byNumber,
    act: (page) => choosePdf(page, 'postulación.pdf', `${certId} ${printCertId(otherId)}`),
  },
  {
    name: 'verify-picture',
    path: '/verify',
    act: async (page) => {
      const buffer = await photographOf(page, verifyUrl(certId, new URL(page.url()).origin));
      const file = { name: 'photograph.png', mimeType: 'image/png', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('.file-answer .btn').click();
      await page.locator('.file-answer .codes').waitFor();
    },
  },
];
