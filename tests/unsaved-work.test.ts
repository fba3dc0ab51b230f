import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer, type Overrides, signIn } from '../web/scripts/shots/mock.ts';
import { serveBuild } from '../web/scripts/shots/serve.ts';
import { screensBrowser } from './browser.ts';

// Work that could not be saved: what becomes of it when the tab, the session or the person goes.
const test = it.skipIf(!screensBrowser);
const templatePath = `/templates/${'64'.padStart(24, '0')}`;
const failing: Overrides = {
  'templates upsert': { status: 500, body: { error: 'Internal server error', code: 'internal' } },
};
let browser: Browser;
let server: Awaited<ReturnType<typeof serveBuild>>;

beforeAll(async () => {
  if (!screensBrowser) return;
  server = await serveBuild(join(import.meta.dirname, '../web/dist'));
  browser = await chromium.launch({ executablePath: screensBrowser });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openEditor(context: BrowserContext, overrides: Overrides): Promise<Page> {
  const page = await context.newPage();
  await mockServer(page, createFixture(), overrides);
  await page.goto(`${server.url}${templatePath}`);
  await page.locator('.name-field').waitFor();
  return page;
}

/** Opens the editor, whose saves fail, and changes the name. */
async function changed(overrides = failing): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  await signIn(context, createFixture());
  const page = await openEditor(context, overrides);
  await page.locator('.name-field').fill('Only here');
  await page.keyboard.press('Enter');
  return { context, page };
}

/** Of the page, in which the functions given to `evaluate` run. */
declare const indexedDB: { databases(): Promise<{ name?: string }[]> };

/** What this browser stores of the person's work. */
const stored = (page: Page) =>
  page.evaluate(async () => [
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...Object.keys(localStorage).filter((key) => key.startsWith('sello.drafts')),
  ]);

test('it is open again, and said to be, after its tab was killed', async () => {
  const { context, page } = await changed();
  await page.locator('.saved--bad').waitFor();
  await page.close({ runBeforeUnload: false });
  // Its save gets no answer, because a failed one would take the notice's place.
  const next = await openEditor(context, { 'templates upsert': 'never' });
  expect(await next.locator('.name-field').inputValue()).toBe('Only here');
  expect(await next.locator('.save-notice').textContent()).toContain('was not saved. It is open again.');
  await context.close();
});

test('signing out asks before it is lost, and leaves nothing of it in the browser', async () => {
  const { context, page } = await changed();
  await page.locator('.saved--bad').waitFor();
  await page.locator('.ed-top .brand').click();
  await page.waitForURL('**/templates');
  const signOut = page.locator('.head .who button', { hasText: 'Sign out' });
  await signOut.click();
  const dialog = page.locator('[role=alertdialog]');
  expect(await dialog.textContent()).toContain('Only here has changes that only this browser has.');
  await dialog.locator('.end button').first().click();
  expect(await stored(page)).toHaveLength(2);
  await signOut.click();
  await dialog.locator('.end button').last().click();
  await page.waitForURL(`${server.url}/`);
  expect(await stored(page)).toEqual([]);
  await context.close();
});

test('it stays when the session ends by itself, which is said with the way back', async () => {
  const { context, page } = await changed({
    'templates upsert': { status: 401, body: { error: 'Sign in again', code: 'session_expired' } },
  });
  await page.route(/\/auth\/v1\//, (route) =>
    route.fulfill({ status: 403, json: { code: 403, error_code: 'session_not_found', msg: 'no session' } }),
  );
  await page.locator('h1', { hasText: 'You were signed out' }).waitFor();
  expect(await page.locator('main').textContent()).toContain('what you changed stays in this browser');
  expect(new URL(page.url()).pathname).toBe(templatePath);
  expect(await stored(page)).toHaveLength(2);
  await page.close();
  await signIn(context, createFixture());
  const next = await openEditor(context, failing);
  expect(await next.locator('.name-field').inputValue()).toBe('Only here');
  await context.close();
});
