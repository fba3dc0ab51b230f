import { describe, expect, it } from 'vitest';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer, signIn } from '../web/scripts/shots/mock.ts';
import { screensBrowser } from './browser.ts';
import { useBuiltWeb } from './built-web.ts';

describe.skipIf(!screensBrowser)('a toast in a wide window', () => {
  const web = useBuiltWeb();

  it('stands below the page and below a dialog as high as the window, and covers neither', async () => {
    const context = await web.browser.newContext({ locale: 'en', viewport: { width: 1440, height: 600 } });
    const fixture = createFixture();
    await signIn(context, fixture);
    const page = await context.newPage();
    await mockServer(page, fixture);
    await page.goto(`${web.url}/students/trash`);
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

  it('has room below the editor', async () => {
    const page = await web.browser.newPage({ locale: 'en', viewport: { width: 1440, height: 600 } });
    const fixture = createFixture();
    await signIn(page.context(), fixture);
    await mockServer(page, fixture);
    await page.goto(`${web.url}/templates/${'64'.padStart(24, '0')}`);
    const editor = page.locator('.ed');
    await editor.waitFor();
    // As long as a toast is there.
    await page.evaluate("document.documentElement.style.setProperty('--toasts', '96px')");
    expect((await editor.boundingBox())!.height).toBe(600 - 96);
  });
});

describe.skipIf(!screensBrowser)('a toast in a narrow window', () => {
  const web = useBuiltWeb();

  it('moves nothing under a finger: what was pressed is clicked, though the toast went before the release', async () => {
    const context = await web.browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } });
    const fixture = createFixture();
    await signIn(context, fixture);
    const page = await context.newPage();
    await mockServer(page, fixture);
    await page.goto(`${web.url}/students/trash`);
    const restore = page.getByRole('button', { name: /^Restore / }).first();
    await restore.click();
    const toast = page.locator('.toast').first();
    await toast.waitFor();
    const menu = page.getByRole('button', { name: 'Menu' });
    const { x, y, width, height } = (await menu.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await toast.waitFor({ state: 'detached' });
    await page.mouse.up();
    await page.getByRole('link', { name: 'Templates' }).first().waitFor();
    await expect
      .poll(() => page.evaluate('document.documentElement.style.getPropertyValue("--toasts")'))
      .toBe('0px');
    await context.close();
  });
});
