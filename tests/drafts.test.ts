import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Drafts } from '../web/src/state/drafts/drafts.ts';
import { screensBrowser, startBrowser } from './browser.ts';

// What is kept of unsaved work, in the IndexedDB and with the locks of a real browser.
const test = it.skipIf(!screensBrowser);
const sources = join(import.meta.dirname, '../web/src');
const page = `<!doctype html><title>drafts</title><script type="module">
  import * as drafts from '/state/drafts/drafts.ts';
  import * as forget from '/state/drafts/forget.ts';
  import * as tab from '/editor/saving/tab.ts';
  globalThis.modules = { ...drafts, ...forget, ...tab, opened: {} };
</script>`;
type Modules = typeof import('../web/src/state/drafts/drafts.ts') &
  typeof import('../web/src/state/drafts/forget.ts') &
  typeof import('../web/src/editor/saving/tab.ts');
declare const modules: Modules & { opened: Record<string, Drafts> };

let browser: Browser;
let server: Server;
let url = '';

beforeAll(async () => {
  if (!screensBrowser) return;
  // The modules as they are, without their types.
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    const source = path.endsWith('.ts') ? readFile(join(sources, path), 'utf8') : Promise.resolve(page);
    source.then((text) => {
      const isModule = text !== page;
      response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
      response.end(isModule ? stripTypeScriptTypes(text) : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const loaded = (of: Page) => of.waitForFunction(() => 'modules' in globalThis);

async function openTab(context: BrowserContext): Promise<Page> {
  const opened = await context.newPage();
  await opened.goto(url);
  await loaded(opened);
  return opened;
}

/** Keeps a text for a person, in a tab of this name. */
const keep = (of: Page, userId: string, tab: string, json: string) =>
  of.evaluate(
    async ([user, name, text]) => {
      modules.opened[user] ??= modules.openDrafts(user);
      const key = { place: 'tenant', template: 'template', tab: name };
      await modules.opened[user].writeBase({ ...key, base: '"base"', sent: null, request: null });
      const row = { ...key, name: 'Diploma', rev: 3, changedAt: Date.now(), json: text };
      await modules.opened[user].write(row);
    },
    [userId, tab, json] as const,
  );

const keptBy = (of: Page, userId: string) =>
  of.evaluate(async (user) => {
    const drafts = modules.openDrafts(user);
    const all = await drafts.list('tenant');
    drafts.close();
    return all.map(({ tab, json, base }) => [tab, json, base]);
  }, userId);

const databases = (of: Page) =>
  of.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort());

test('drafts of two tabs are kept apart, survive their tabs, and are found newest first', async () => {
  const context = await browser.newContext();
  const one = await openTab(context);
  const other = await openTab(context);
  await keep(one, 'rosa', 'one', 'first');
  await keep(other, 'rosa', 'other', 'second');
  await one.close({ runBeforeUnload: false });
  expect(await keptBy(other, 'rosa')).toEqual([
    ['other', 'second', '"base"'],
    ['one', 'first', '"base"'],
  ]);
  expect(await keptBy(other, 'joao')).toEqual([]);
  await context.close();
});

test('signing out removes all drafts of the person, also those that another tab has open, and nobody else’s', async () => {
  const context = await browser.newContext();
  const one = await openTab(context);
  const other = await openTab(context);
  await keep(one, 'rosa', 'one', 'first');
  await keep(other, 'rosa', 'other', 'second');
  await keep(one, 'joao', 'one', 'his');
  await one.evaluate(() => modules.forgetDrafts('rosa'));
  expect(await databases(one)).toEqual(['sello.drafts.joao']);
  expect(await one.evaluate(() => Object.keys(localStorage))).toEqual(['sello.drafts.joao']);
  // The tab that still had it open keeps nothing of that person any more, until they sign in again.
  await expect(keep(other, 'rosa', 'other', 'third')).rejects.toThrow('deleted');
  expect(await databases(one)).toEqual(['sello.drafts.joao']);
  expect(await one.evaluate(() => Object.keys(localStorage))).toEqual(['sello.drafts.joao']);
  await other.evaluate(() => modules.opened.rosa?.reopen());
  await keep(other, 'rosa', 'other', 'fourth');
  expect(await keptBy(one, 'rosa')).toEqual([['other', 'fourth', '"base"']]);
  await context.close();
});

test('a tab keeps its name over a reload, its copy gets another, and a closed one is known to be closed', async () => {
  const context = await browser.newContext();
  const one = await openTab(context);
  const nameOf = (of: Page) => of.evaluate(async () => (await modules.thisTab()).id);
  const isOpen = (id: string) => one.evaluate(async (other) => (await modules.thisTab()).isOpen(other), id);
  const name = await nameOf(one);
  await one.reload();
  await loaded(one);
  expect(await nameOf(one)).toBe(name);
  const [copy] = await Promise.all([
    context.waitForEvent('page'),
    one.evaluate((to) => void window.open(to), url),
  ]);
  await loaded(copy);
  expect(await copy.evaluate(() => sessionStorage.getItem('sello.tab'))).toBe(name);
  const copied = await nameOf(copy);
  expect(copied).not.toBe(name);
  expect(await isOpen(copied)).toBe(true);
  await copy.close();
  await expect.poll(() => isOpen(copied)).toBe(false);
  await context.close();
});
