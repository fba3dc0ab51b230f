import { printCertId, verifyUrl } from '@sello/contracts';
import { qrSymbol } from '@sello/design';
import type { Page, Route } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asScan } from '../packages/proof/tests/support/resaved.ts';
import { paintedPng } from '../packages/render/tests/painted-png.ts';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer } from '../web/scripts/shots/mock.ts';
import { screensBrowser } from './browser.ts';
import { useBuiltWeb } from './built-web.ts';
import { generous } from './patience.ts';

/** A square PNG, as wide as this in pixels, with QR codes on it. */
function withCodes(side: number, codes: readonly { content: string; x: number; y: number; size: number }[]) {
  const painted = codes.map(({ content, x, y, size }) => {
    const { size: count, modules } = qrSymbol(content, 'M')!;
    const unit = Math.floor(size / count);
    return (column: number, row: number): boolean => {
      const [across, down] = [Math.floor((column - x) / unit), Math.floor((row - y) / unit)];
      const isInside = across >= 0 && across < count && down >= 0 && down < count;
      return isInside && Boolean(modules[down * count + across]);
    };
  });
  const [ink, paper] = [[28, 26, 23] as const, [255, 254, 250] as const];
  return Buffer.from(
    paintedPng(side, side, (x, y) => [...(painted.some((isDark) => isDark(x, y)) ? ink : paper)]),
  );
}

const fixture = createFixture();
const { certId } = fixture.verify.certificate;
/** No file has been issued; every number has. */
const lookUp = ({ searchParams }: URL) =>
  searchParams.get('hash')?.length === 64
    ? { status: 404, body: { error: 'x', code: 'issued_not_found', requestId: 'r' } }
    : { body: { certificate: fixture.verify.certificate } };
/** A PDF with nothing but a picture, on which the code of a certificate is. */
const scanFor = (site: string): Promise<Buffer> =>
  asScan(withCodes(1_000, [{ content: verifyUrl(certId, site), x: 700, y: 700, size: 160 }]));

// What people send instead of a PDF: each is told what it is, and what was typed meanwhile stays.
describe.skipIf(!screensBrowser)('a picture given to the verify page', () => {
  const web = useBuiltWeb();
  let page: Page;
  const asked: string[] = [];
  beforeAll(async () => {
    page = await web.browser.newPage({ locale: 'en', viewport: { width: 390, height: 844 } });
    await mockServer(page, fixture, { 'verify lookup': lookUp });
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${web.url}/verify`);
    await page.locator('form.ask input').fill('7K3M 9QXT');
  });

  const give = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  const isPicture = () => page.getByRole('heading', { name: 'This is a picture' }).waitFor();
  const read = () => page.getByRole('button', { name: 'Read the code in the picture' }).click();
  const said = () => page.locator('.file-answer [role=status]').innerText();

  it('as a screenshot of 4,000 by 4,000 pixels with three codes leads to ours and warns of the others', async () => {
    const other = 'https://elsewhere.example';
    const size = 160;
    const screenshot = withCodes(4_000, [
      { content: verifyUrl(certId, web.url), x: 200, y: 300, size },
      { content: verifyUrl(certId, other), x: 3_700, y: 3_600, size },
      { content: 'https://shop.example/offer', x: 1_500, y: 2_000, size },
    ]);
    asked.length = 0;
    await give('screenshot.png', 'image/png', screenshot);
    await isPicture();
    await read();
    await page.getByText('3 codes were found').waitFor();
    const open = page.getByRole('link', { name: `Open certificate ${printCertId(certId)}` });
    expect(await open.count()).toBe(2);
    expect(await said()).toContain('It names another site, elsewhere.example');
    expect(await said()).toContain(
      'This code is not ours and leads to no certificate: “https://shop.example/offer”',
    );
    // It is read here and sent nowhere.
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('as a HEIC photograph is told that this browser cannot open it, and what to do', async () => {
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(50_000, 7)]);
    await give('IMG_0412.HEIC', 'image/heic', heic);
    await isPicture();
    await read();
    await page.getByText('This browser cannot open this picture').waitFor();
    expect(await said()).toContain('Save it as JPEG or PNG');
  });

  it('in a PDF, as scanners make it, is a copy of the certificate whose code is on it; only numbers are sent', async () => {
    asked.length = 0;
    await give('scan.pdf', 'application/pdf', await scanFor(web.url));
    await page
      .getByRole('heading', { name: 'This is a copy of a certificate, not the issued file' })
      .waitFor();
    await page.getByText(`It names certificate ${printCertId(certId)}`).waitFor();
    const sent = asked
      .filter((url) => url.includes('/api/'))
      .map((url) => new URL(url).searchParams.get('hash'));
    expect(sent).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), certId]);
  });

  it('that is a PDF with another name is checked as one', async () => {
    await give('certificate.png', 'image/png', Buffer.from('%PDF-1.7\n%%EOF'));
    await page.locator('.file-answer .verdicts').waitFor();
    expect(await page.locator('form.ask input').inputValue()).toBe('7K3M 9QXT');
  });
});

// The reader of PDFs is half a megabyte, and what it reads may be made to keep it busy for ever.
describe.skipIf(!screensBrowser)('a PDF given to the verify page', () => {
  const web = useBuiltWeb();
  const script = /\/assets\/numbers\.worker-/;
  let page: Page;
  let scan: Buffer;
  beforeAll(async () => {
    scan = await scanFor(web.url);
    page = await web.browser.newPage({ locale: 'en' });
    await page.clock.install();
    await mockServer(page, fixture, { 'verify lookup': lookUp });
  });
  beforeEach(async () => {
    await page.goto(`${web.url}/verify`);
    await page.locator('#root:not([data-written]) input[type=file]').waitFor({ state: 'attached' });
  });
  afterEach(() => page.unroute(script));

  const give = () =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: scan });
  /** Resolves with the first request for the reader, which nobody answers. */
  const reader = () => new Promise<Route>((resolve) => void page.route(script, resolve));
  const isCopy = () => page.getByRole('heading', { name: 'This is a copy of a certificate' }).waitFor();

  it('is read however long the reader takes to load', async () => {
    const loading = reader();
    await give();
    const request = await loading;
    await page.clock.fastForward(600_000);
    await request.continue();
    await isCopy();
  });

  it('that keeps the reader busy is left after a minute, with the full check', async () => {
    const loading = reader();
    await give();
    // It loads, and answers nothing.
    const body = "addEventListener('message', ({ data: port }) => port.postMessage('loaded'))";
    await (await loading).fulfill({ contentType: 'text/javascript', body });
    const unread = page.getByRole('heading', { name: 'This file could not be checked' });
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(61_000);
          return unread.count();
        },
        { timeout: generous },
      )
      .toBe(1);
    await page.getByRole('button', { name: 'Full check' }).waitFor();
  });

  it('gets no verdict when the reader cannot be loaded, and is read when it is given again', async () => {
    const loading = reader();
    await give();
    await (await loading).abort();
    await page.getByText('An unexpected error occurred').waitFor();
    await page.unroute(script);
    await give();
    await isCopy();
  });
});
