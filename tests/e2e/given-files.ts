import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * A stranger, in Portuguese, gives the verify page the issued file, a forged one and a foreign one, and is told by one
 * headline what each is. `issued` are the bytes of a signed certificate.
 */
export async function walkWithFiles(page: Page, app: string, issued: Buffer): Promise<void> {
  await page.goto(`${app}/verify`);
  // The page that the server writes takes no file.
  await page.locator('#root:not([data-written]) input[type=file]').waitFor({ state: 'attached' });
  const answer = page.locator('.file-answer');
  const give = async (bytes: Buffer, headline: string): Promise<void> => {
    const file = { name: 'certificado.pdf', mimeType: 'application/pdf', buffer: bytes };
    await page.locator('input[type=file]').setInputFiles(file);
    await answer.getByRole('heading', { level: 1, name: headline }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    const [wide, window] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(wide).toBeLessThanOrEqual(window);
  };
  await give(issued, 'Este é exatamente o arquivo que foi emitido');

  const forged = Buffer.from(issued);
  const middle = forged.length >> 1;
  forged.writeUInt8(forged.readUInt8(middle) ^ 1, middle);
  // Its number is in it; only the full check looks at its signature.
  await give(forged, 'Isto é uma cópia de um certificado, não o arquivo que foi emitido');
  // That the original is valid is no good sign of this one.
  await answer.getByText('Este não é o arquivo que foi emitido: os bytes dele são outros').waitFor();
  expect(await answer.locator('.verdicts svg.ok').count()).toBe(0);
  await answer.getByRole('button', { name: 'Conferência completa' }).click();
  await answer.getByText('O conteúdo do arquivo foi alterado depois da assinatura.').waitFor();
  await answer
    .getByRole('heading', { level: 1, name: 'Este arquivo foi alterado. Não confie nele.' })
    .waitFor();

  await give(Buffer.from('%PDF-1.7\n%%EOF\n'), 'Não foi possível conferir este arquivo');
}
