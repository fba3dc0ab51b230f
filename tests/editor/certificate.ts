import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { studentsApi, verifyApi } from '@sello/contracts';
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

/** The student, with the certificate. */
async function certified({ tenant, as, student }: EditorStand) {
  const { items } = await as.owner.call(studentsApi, 'list', { tenant, query: {} });
  return items.find(({ fullName }) => fullName === student)!;
}

/** What anybody gets of the student's certificate: its file, what a look-up finds, and what a check of the file says. */
export async function published(
  stand: EditorStand,
): Promise<Record<'sha256' | 'found' | 'checked', unknown>> {
  const { app } = stand.stack;
  const { certId, certificateUrl } = await certified(stand);
  const bytes = new Uint8Array(await (await fetch(certificateUrl!)).arrayBuffer());
  const found = await (await fetch(`${app}/api/verify?fn=lookup&hash=${certId}`)).json();
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'certificate.pdf');
  const answer = await fetch(`${app}/api/verify?fn=file`, { method: 'POST', body: form });
  const checked = verifyApi.calls.file.reply.parse(await answer.json());
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    found,
    checked: { ...checked, file: { ...checked.file, checkedAt: null } },
  };
}

/** Expects the student's certificate to be signed and whole, to print `words` in `area`, and to verify for a visitor. */
export async function expectCertificate(stand: EditorStand, words: string, area: Area): Promise<void> {
  const { student, stack } = stand;
  const { certId, certificateUrl } = await certified(stand);
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
  await page.getByText('It is still valid today: not revoked and not replaced by another.').waitFor();
  await page.close();
}
