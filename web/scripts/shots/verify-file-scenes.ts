import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Overrides } from './mock.ts';
import type { Scene } from './scene.ts';

/** The page of a certificate as a picture, with its code. */
const screenshot = join(
  import.meta.dirname,
  '../../../packages/design/thumbnails/en/certificate-of-completion.png',
);
const unknown: Overrides = {
  'verify lookup': { status: 404, body: { error: 'x', code: 'issued_not_found', requestId: 'r' } },
};

/** A file that is a PDF by its bytes, whatever its name. */
async function choosePdf(page: Page, name: string): Promise<void> {
  const buffer = Buffer.from('%PDF-1.7');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await page.locator('.file-answer .verdicts').waitFor();
}

/** Files that a visitor has: the issued one, an altered one, one of somebody else, and a picture. */
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
      await page.locator('.file-answer .row .btn').click();
      await page.locator('.file-answer .row').waitFor({ state: 'detached' });
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
    name: 'verify-picture',
    path: '/verify',
    act: async (page) => {
      await page.locator('input[type=file]').setInputFiles(screenshot);
      await page.locator('.file-answer .btn').click();
      await page.locator('.file-answer .codes').waitFor();
    },
  },
];
