import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer, signIn } from '../web/scripts/shots/mock.ts';
import { serveBuild } from '../web/scripts/shots/serve.ts';
import { screensBrowser } from './browser.ts';
import { generous } from './patience.ts';

describe.skipIf(!screensBrowser)('a toast in a wide window', () => {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serveBuild>>;
  beforeAll(async () => {
    server = await serveBuild(join(import.meta.dirname, '../web/dist'));
    browser = await chromium.launch({ executablePath: screensBrowser! });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('stands below the page and below a dialog as high as the window, and covers neither', async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 600 } });
    const fixture = createFixture();
    await signIn(context, fixture);
    const page = await context.newPage();
    page.setDefaultTimeout(generous);
    await mockServer(page, fixture);
    await page.goto(`${server.url}/students/trash`);
    await page
      .getByRole('button', { name: /^Restore / })
      .first()
      .click();
    const toast = page.locator('.toast').first();
    await toast.waitFor();
    // It stays while the pointer is over it: the rest is done by keys.
    await toast.hover();
    const top = (await toast.boundingBox())!.y;
    const bottomOf = async (selector: string) => {
      const { y, height } = (await page.locator(selector).first().boundingBox())!;
      return y + height;
    };
    await expect.poll(() => bottomOf('.workspace')).toBeLessThanOrEqual(top);
    await page.getByRole('link', { name: 'Students' }).first().press('Enter');
    await page.getByRole('button', { name: 'New student' }).press('Enter');
    await page.locator('.dialog').waitFor();
    expect(await toast.isVisible()).toBe(true);
    expect(await bottomOf('.dialog')).toBeLessThanOrEqual(top);
  });
});
