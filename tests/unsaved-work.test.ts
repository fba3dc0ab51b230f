import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer, type Overrides, sessionOf, signIn } from '../web/scripts/shots/mock.ts';
import { screensBrowser } from './browser.ts';
import { useBuiltWeb } from './built-web.ts';

// Work that could not be saved: what becomes of it when the tab, the session or the person goes.
const test = it.skipIf(!screensBrowser);
const templatePath = `/templates/${'64'.padStart(24, '0')}`;
const failing: Overrides = {
  'templates upsert': { status: 500, body: { error: 'Internal server error', code: 'internal' } },
};
const web = useBuiltWeb();

async function openEditor(context: BrowserContext, overrides: Overrides): Promise<Page> {
  const page = await context.newPage();
  await mockServer(page, createFixture(), overrides);
  await page.goto(`${web.url}${templatePath}`);
  await page.locator('.name-field').waitFor();
  return page;
}

/** Opens the editor, whose saves fail, and changes the name. */
async function changed(overrides = failing): Promise<{ context: BrowserContext; page: Page }> {
  const context = await web.browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
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
  await page.waitForURL(`${web.url}/`);
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

/** The list of students, to which a link of the app has led. */
async function openStudents(
  overrides: Overrides = {},
): Promise<{ context: BrowserContext; page: Page; setOffline: (isOffline: boolean) => Promise<void> }> {
  const context = await web.browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  await signIn(context, createFixture());
  const page = await context.newPage();
  await mockServer(page, createFixture(), overrides);
  await page.goto(`${web.url}/templates`);
  await page.locator('.head .nav a').first().click();
  await page.locator('.table.reg tbody input[type=checkbox]').first().waitFor();
  // Answers that are made up come without a connection as well.
  let hasAnswers = true;
  await page.route(/\/api\//, (route) =>
    hasAnswers ? route.fallback() : route.abort('internetdisconnected'),
  );
  const setOffline = async (isOffline: boolean): Promise<void> => {
    hasAnswers = !isOffline;
    await context.setOffline(isOffline);
  };
  return { context, page, setOffline };
}
const question = (page: Page) => page.locator('[role=alertdialog]');
const fullName = (page: Page) => page.locator('.dialog [name=fullName]');

async function openForm(page: Page, typed: string): Promise<void> {
  await page.locator('.toolbar .btn', { hasText: 'New student' }).click();
  await fullName(page).waitFor();
  if (typed) await fullName(page).fill(typed);
}

test('Escape, Back and the cross ask before a changed form is closed, and close an unchanged one', async () => {
  const { context, page } = await openStudents();
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => page.locator('.dialog .top .icon-btn').click(),
  ]) {
    await openForm(page, '');
    await fullName(page).focus();
    await leave();
    await fullName(page).waitFor({ state: 'detached' });
    await openForm(page, 'Ana Ruiz');
    await leave();
    await question(page).locator('button', { hasText: 'Keep editing' }).click();
    await question(page).waitFor({ state: 'detached' });
    expect(await fullName(page).inputValue()).toBe('Ana Ruiz');
    await leave();
    await question(page).locator('button', { hasText: 'Discard' }).click();
    await fullName(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/students');
  }
  // Without a dialog it leads to the page before, in one step.
  await page.goBack();
  await page.waitForURL('**/templates');
  await context.close();
});

test('without a connection a line says so, and what was typed outlives saving, cancelling and the wait', async () => {
  const { context, page, setOffline } = await openStudents({
    'students upsert': { body: createFixture().students[0] },
  });
  await openForm(page, 'Ana Ruiz');
  await page.locator('.dialog [name=email]').fill('ana@example.org');
  // Measured by the page's own clock: this process may get its turn late.
  await page.evaluate(`void (window.lineAfterMs = new Promise((resolve) => addEventListener('offline', () => {
    const from = performance.now();
    const look = () => document.querySelector('.offline-line p') && resolve(performance.now() - from);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
  })))`);
  await setOffline(true);
  await page.locator('.offline-line p', { hasText: 'No connection' }).waitFor();
  expect(await page.evaluate('window.lineAfterMs')).toBeLessThan(1_000);
  const save = page.locator('.dialog .end button', { hasText: 'Save' });
  await save.click();
  await page.locator('.toast--bad').waitFor();
  expect(await save.getAttribute('aria-busy')).toBeNull();
  expect(await fullName(page).inputValue()).toBe('Ana Ruiz');
  await setOffline(false);
  await page.locator('.offline-line p').waitFor({ state: 'detached' });
  await save.click();
  await fullName(page).waitFor({ state: 'detached' });
  await context.close();
});

test('a save that gets no answer can be cancelled, and the form is as it was', async () => {
  const { context, page } = await openStudents({ 'students upsert': 'never' });
  await openForm(page, 'Ana Ruiz');
  await page.locator('.dialog [name=email]').fill('ana@example.org');
  const save = page.locator('.dialog .end button', { hasText: 'Save' });
  await save.click();
  await page.locator('.dialog .end button[aria-busy=true]').waitFor();
  await page.locator('.dialog .end button', { hasText: 'Cancel' }).click();
  await page.locator('.dialog .end button[aria-busy=true]').waitFor({ state: 'detached' });
  expect(await fullName(page).inputValue()).toBe('Ana Ruiz');
  await context.close();
});

test('a search without a connection shows no row of another one', async () => {
  const { context, page, setOffline } = await openStudents();
  const rows = page.locator('.table.reg tbody input[type=checkbox]');
  expect(await rows.count()).toBeGreaterThan(10);
  await setOffline(true);
  await page.locator('input[type=search]').fill('Quispe');
  await page.waitForURL('**/students?q=Quispe');
  await page.locator('main [role=alert]').waitFor();
  expect(await rows.count()).toBe(0);
  await setOffline(false);
  await rows.first().waitFor();
  await context.close();
});

test('a form that was left open in a closed laptop is saved after the session was renewed', async () => {
  const context = await web.browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  await signIn(context, createFixture(), { lifetime: 600 });
  const page = await context.newPage();
  await page.clock.install();
  await mockServer(page, createFixture());
  const renewals: string[] = [];
  await page.route(/\/auth\/v1\/token/, async (route) => {
    renewals.push(route.request().postData() ?? '');
    await route.fulfill({ json: sessionOf(createFixture(), 3_600) });
  });
  await page.goto(`${web.url}/students`);
  await openForm(page, 'Ana Ruiz');
  await page.locator('.dialog [name=email]').fill('ana@example.org');
  await context.setOffline(true);
  await page.clock.fastForward('01:05:00');
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await context.setOffline(false);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  expect(await fullName(page).inputValue()).toBe('Ana Ruiz');
  const saved = page.waitForRequest((request) => request.url().includes('fn=upsert'));
  await page.locator('.dialog .end button', { hasText: 'Save' }).click();
  expect((await saved).headers().authorization).toMatch(/^Bearer /);
  expect(renewals.length).toBeGreaterThan(0);
  await context.close();
});
