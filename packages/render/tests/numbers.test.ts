import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printCertId, verifyUrl } from '@sello/contracts';
import { qrSymbol } from '@sello/design';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { afterAll, expect, it } from 'vitest';
import { createNumberReader } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sello-numbers-'));
const reader = createNumberReader();
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

function given(bytes: Uint8Array): string {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, bytes);
  return path;
}

const numbers = [
  '0K3M9QXT2VHBC0RD8WJN5PZE4F',
  '1K3M9QXT2VHBC0RD8WJN5PZE4F',
  '2K3M9QXT2VHBC0RD8WJN5PZE4F',
] as const;

/** A file with a number in its properties, one in its text, and one in a link. */
async function named(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([400, 100]);
  page.drawText(printCertId(numbers[1]), { x: 20, y: 40, size: 12 });
  const { context } = document;
  context.trailerInfo.Info = context.register(context.obj({ SelloCertificate: PDFString.of(numbers[0]) }));
  const action = { S: 'URI', URI: PDFString.of(`https://sello.example/verify/${numbers[2]}`) };
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action };
  page.node.set(PDFName.of('Annots'), context.obj([link]));
  return document.save();
}

it('finds numbers in the properties, the text and the links of a file', async () => {
  expect(await reader.read('a', given(await named()))).toEqual({ read: 'done', named: [...numbers] });
});

it('finds the number in the code on a page without any text', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([200, 200]);
  const { size, modules } = qrSymbol(verifyUrl(numbers[0], 'https://sello.example'), 'M')!;
  const unit = 160 / size;
  for (const [place, isDark] of modules.entries()) {
    const [x, y] = [20 + (place % size) * unit, 180 - (Math.floor(place / size) + 1) * unit];
    if (isDark) page.drawRectangle({ x, y, width: unit, height: unit });
  }
  const path = given(await document.save());
  expect(await reader.read('a', path)).toEqual({ read: 'done', named: [numbers[0]] });
});

it('ends with a file that takes too long, and reads the next one', async () => {
  const path = given(await named());
  const hurried = createNumberReader({ budgetMs: -5_000 });
  expect(await hurried.read('a', path)).toEqual({ read: 'failed' });
  await hurried.close();
  expect(await reader.read('a', given(Buffer.from('%PDF-1.7\n%%EOF')))).toEqual({ read: 'failed' });
  expect(await reader.read('a', given(await named()))).toMatchObject({ read: 'done' });
});
