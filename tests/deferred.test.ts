import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer, signIn } from '../web/scripts/shots/mock.ts';
import { screensBrowser } from './browser.ts';
import { useBuiltWeb } from './built-web.ts';

// Chunks that are loaded after the first screen: operated by keyboard, and with a slow or failed network.
const test = it.skipIf(!screensBrowser);
const web = useBuiltWeb();

/** Opens the list of students as a signed-in user in a new window; `before` runs before the page is loaded. */
async function register(before?: (page: Page) => Promise<void>): Promise<Page> {
  const fixture = createFixture();
  const context = await web.browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  await signIn(context, fixture);
  const page = await context.newPage();
  await mockServer(page, fixture);
  await before?.(page);
  await page.goto(`${web.url}/students`);
  await page.locator('.c-act button').first().waitFor();
  return page;
}

const focused = (page: Page) => page.locator(':focus');
const isFocused = (element: Locator) => element.and(element.page().locator(':focus')).isVisible();

test('a menu can be opened, navigated and closed by keyboard, and the focus returns', async () => {
  const page = await register();
  const button = page.locator('.c-act button').first();
  await button.focus();
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowUp');
  const items = page.locator('[role=menuitem]');
  await items.first().waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => focused(page).textContent()).toBe(await items.last().textContent());
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused(page).textContent()).toBe(await items.nth(-2).textContent());
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(button)).toBe(true);

  // The action moves the focus into its dialog, and Escape returns it.
  await page.keyboard.press('Enter');
  await items.first().waitFor();
  await expect.poll(() => focused(page).getAttribute('role')).toBe('menuitem');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.locator('[role=alertdialog]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[role=alertdialog]').waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(button)).toBe(true);
  await page.context().close();
});

test('a dialog on a slow network shows that it is loading, can be closed, and then opens', async () => {
  let deliver = (): void => undefined;
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  const page = await register(async (fresh) => {
    await fresh.route(/\/assets\/(Sheet|StudentForm)-.*\.js/, async (route) => {
      await delivered;
      await route.continue();
    });
  });
  const open = page.locator('.toolbar .btn').last();
  await open.click();
  await page.locator('dialog[open] [role=status]', { hasText: 'Opening' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  expect(await isFocused(open)).toBe(true);
  await open.click();
  await page.locator('dialog[open]').waitFor();
  deliver();
  await page.locator('.dialog form').waitFor();
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await page.locator('.dialog:focus, .dialog :focus').waitFor();
  await page.context().close();
});

test('a dialog that cannot be loaded shows an error, and opens when the network is back', async () => {
  let isOnline = false;
  const page = await register(async (fresh) => {
    await fresh.route(/\/assets\/StudentForm-.*\.js/, (route) =>
      isOnline ? route.continue() : route.abort('internetdisconnected'),
    );
  });
  await page.locator('.toolbar .btn').last().click();
  const again = page.locator('dialog[open] button:not([aria-busy])', { hasText: 'Try again' });
  await again.waitFor();
  isOnline = true;
  await again.click();
  await page.locator('.dialog form').waitFor();
  await page.context().close();
});

test('a dialog opens although the browser remembers that its code could not be loaded', async () => {
  // Its first address fails for ever: so does a module that a browser remembers as failed.
  let isBack = false;
  const page = await register(async (fresh) => {
    await fresh.route(/\/assets\/StudentForm-.*\.js/, (route) =>
      isBack && route.request().url().includes('?') ? route.continue() : route.fulfill({ status: 503 }),
    );
  });
  await page.locator('.toolbar .btn').last().click();
  const again = page.locator('dialog[open] button:not([aria-busy])', { hasText: 'Try again' });
  await again.waitFor();
  isBack = true;
  await again.click();
  await page.locator('.dialog form').waitFor();
  await page.context().close();
});
