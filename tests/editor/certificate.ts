import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { studentsApi } from '@sello/contracts';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import type { EditorStand } from './stand.ts';

/** A part of the page in points. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Expects the student's certificate to be signed and whole, to print `words` in `area`, and to verify for a visitor. */
export async function expectCertificate(stand: EditorStand, words: string, area: Area): Promise<void> {
  const { tenant, as, student, stack } = stand;
  const { items } = await as.owner.call(studentsApi, 'list', { tenant, query: {} });
  const { certId, certificateUrl } = items.find(({ fullName }) => fullName === student)!;
  const bytes = await (await fetch(certificateUrl!)).arrayBuffer();
  const folder = mkdtempSync(join(tmpdir(), 'sello-editor-'));
  try {
    const pdf = join(folder, 'certificate.pdf');
    writeFileSync(pdf, new Uint8Array(bytes));
    expect(spawnSync('qpdf', ['--check', pdf]).status).toBe(0);
    const signatures = execFileSync('pdfsig', [pdf], { encoding: 'utf8' });
    expect(signatures).toContain('Signature is Valid');
    expect(signatures).toContain('Total document signed');
    expect(execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' })).toContain(words);
    execFileSync('pdftoppm', ['-r', '72', '-gray', '-singlefile', pdf, join(folder, 'page')]);
    expect(inkIn(readFileSync(join(folder, 'page.pgm')), area)).toBeGreaterThan(50);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await expectVerified(stand.browser, `${stack.app}/verify/${certId}`, student);
}

/** The number of dark pixels in an area of a picture (PGM, P5) with a pixel for each point. */
function inkIn(picture: Buffer, { x, y, width, height }: Area): number {
  const [head, columns] = /^P5\s+(\d+)\s+\d+\s+255\s/.exec(picture.toString('latin1', 0, 40))!;
  const row = Number(columns);
  let ink = 0;
  for (let at = head!.length; at < picture.length; at++) {
    const [left, top] = [(at - head!.length) % row, Math.floor((at - head!.length) / row)];
    const isInside = left >= x && left < x + width && top >= y && top < y + height;
    if (isInside && picture[at]! < 128) ink++;
  }
  return ink;
}

/** What a stranger sees on the public page. */
async function expectVerified(browser: Browser, url: string, student: string): Promise<void> {
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.goto(url);
  await page.getByText(student).first().waitFor();
  await page.getByText('The signature is intact and covers the whole file.').waitFor();
  await page.getByText('It stands today: not revoked and not replaced by another.').waitFor();
  await page.close();
}
