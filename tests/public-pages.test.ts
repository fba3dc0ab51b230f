import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printCertId, type VerifyPageModule } from '@sello/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { writePage } from '../services/bff/src/public/verify-page/markup.ts';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer, type Overrides, signIn } from '../web/scripts/shots/mock.ts';
import { screensBrowser } from './browser.ts';
import { useBuiltWeb } from './built-web.ts';

// The public pages run without the staff's router, and the front page without React: held here in a browser.
const web = useBuiltWeb();
let complaints: string[];

const fixture = createFixture();
const { certId } = fixture.verify.certificate;

interface Visit {
  path: string;
  signedIn?: boolean;
  narrow?: boolean;
  /** With motion the front page has its button that holds it. */
  moving?: boolean;
  overrides?: Overrides;
  before?: (context: BrowserContext, page: Page) => Promise<unknown>;
}

async function visit({ path, signedIn, narrow, moving, overrides, before }: Visit): Promise<Page> {
  const context = await web.browser.newContext({
    locale: 'en',
    reducedMotion: moving ? 'no-preference' : 'reduce',
    viewport: narrow ? { width: 390, height: 700 } : { width: 1200, height: 700 },
  });
  if (signedIn) await signIn(context, fixture);
  const page = await context.newPage();
  complaints = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  await mockServer(page, fixture, overrides);
  await before?.(context, page);
  await page.goto(`${web.url}${path}`);
  await page.locator('h1').first().waitFor();
  return page;
}

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Marks the document, so that a test can tell it from one that was loaded anew. */
const mark = (page: Page) => page.evaluate("document.body.setAttribute('data-mark', '')");
const isSameDocument = (page: Page) => page.locator('body[data-mark]').isVisible();
const pathOf = (page: Page) => new URL(page.url()).pathname;
const scrolled = (page: Page) => page.evaluate<number>('scrollY');
const focused = (page: Page) => page.locator(':focus').textContent();

describe.skipIf(!screensBrowser)('the front page of a visitor', () => {
  it('changes language in place and keeps focus, state and the choice', async () => {
    const page = await visit({ path: '/', moving: true });
    await page.locator('.hold').click();
    const english = await page.locator('h1').textContent();
    const portuguese = page.locator('footer button[lang=pt-BR]');
    await portuguese.click();
    await expect.poll(() => page.locator('h1').textContent()).not.toBe(english);
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    expect(await page.title()).toMatch(/ · Sello$/);
    expect(await focused(page)).toBe('Português (BR)');
    expect(await portuguese.getAttribute('aria-current')).toBe('true');
    expect(await page.locator('.hold').getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('header .who select').inputValue()).toBe('pt');
    await page.locator('header .who select').selectOption('es');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
    // The app speaks the language that the front page was left in.
    await page.locator('.hero .acts a').click();
    await page.locator('main.verify h1').waitFor();
    expect(await page.locator('header .who select').inputValue()).toBe('es');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('stops the rotating word', async () => {
    const page = await visit({ path: '/', moving: true });
    await page.locator('.hold').click();
    expect(await page.locator('.turn').getAttribute('class')).toContain('is-held');
    await page.locator('.hold').click();
    expect(await page.locator('.turn').getAttribute('class')).not.toContain('is-held');
    expect(await page.locator('.hold').getAttribute('aria-pressed')).toBe('false');
    await page.context().close();
  });

  it('has a menu on a phone, closed by Escape and by a click on an item', async () => {
    const page = await visit({ path: '/', narrow: true });
    const burger = page.locator('.burger');
    const closed = await burger.locator('path').getAttribute('d');
    await burger.click();
    expect(await burger.getAttribute('aria-expanded')).toBe('true');
    expect(await burger.locator('path').getAttribute('d')).not.toBe(closed);
    await page.locator('.mobile-menu select').focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('.mobile-menu').isVisible()).toBe(false);
    expect(await burger.and(page.locator(':focus')).isVisible()).toBe(true);
    await burger.click();
    await page.locator('.mobile-menu select').selectOption('pt');
    expect(await page.locator('.mobile-menu').isVisible()).toBe(true);
    await page.locator('.mobile-menu a').click();
    await page.locator('main.verify h1').waitFor();
    expect(await page.locator('.mobile-menu').isVisible()).toBe(false);
    await page.context().close();
  });

  it('starts a sign-in, and shows beside the button that one could not start', async () => {
    let isOnline = false;
    const page = await visit({
      path: '/',
      before: async (_, fresh) => {
        await fresh.route(/\/assets\/client-.*\.js/, (route) =>
          isOnline ? route.continue() : route.abort('internetdisconnected'),
        );
        await fresh.route(/\/auth\/v1\/authorize/, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<h1>Issuer</h1>' }),
        );
      },
    });
    const button = page.locator('.hero .acts .btn');
    await button.click();
    await page.locator('.hero .acts [role=alert]').waitFor();
    expect(await button.getAttribute('aria-busy')).toBeNull();
    isOnline = true;
    await button.click();
    await page.waitForURL(/\/auth\/v1\/authorize/);
    await page.context().close();
  });

  it('navigates in the same document, back to the scroll position, and forward after a reload', async () => {
    const page = await visit({ path: '/', narrow: true });
    await mark(page);
    const left = 600;
    await page.evaluate(`scrollTo(0, ${left})`);
    await page.locator('footer a').dispatchEvent('click');
    await page.locator('main.verify h1').waitFor();
    expect(pathOf(page)).toBe('/verify');
    expect(await scrolled(page)).toBe(0);
    await page.goBack();
    await page.locator('.hero').waitFor();
    await expect.poll(() => scrolled(page)).toBe(left);
    expect(await isSameDocument(page)).toBe(true);
    await page.reload();
    await page.locator('.hero').waitFor();
    await expect.poll(() => scrolled(page)).toBe(left);
    await page.goForward();
    await page.locator('main.verify h1').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** The page of the fixture's certificate as the server sends it. */
async function servedPage(): Promise<string> {
  const dist = join(import.meta.dirname, '../web/dist');
  const built: VerifyPageModule = await import(join(dist, 'server/verify.js'));
  const render = await built.createVerifyPageRenderer();
  const found = fixture.verify;
  const answer = { reference: certId, found, at: Date.now(), isComplete: true };
  const drawn = render({ language: 'en', address: `/verify/${certId}`, answer });
  const page = await readFile(join(dist, 'pages/verify.html'), 'utf8');
  return writePage(page, { ...drawn, language: 'en-GB', platform: 'sello.example', answer });
}

describe.skipIf(!screensBrowser)('the page of a certificate, as the server sends it', () => {
  it.each([
    ['a phone', true],
    ['a wide window', false],
  ])(
    'moves nothing while the application takes it over, on %s, and asks for nothing again',
    async (_, narrow) => {
      const body = await servedPage();
      const asked: string[] = [];
      const page = await visit({
        path: `/verify/${certId}`,
        narrow,
        before: async (_context, fresh) => {
          await fresh.route(`**/verify/${certId}`, (route) =>
            route.fulfill({ contentType: 'text/html', body }),
          );
          fresh.on('request', (request) => asked.push(request.url()));
          await fresh.addInitScript(`
          shift = 0;
          new PerformanceObserver((list) => list.getEntries().forEach((entry) => { shift += entry.value; }))
            .observe({ type: 'layout-shift', buffered: true });`);
        },
      });
      await page.locator('#root:not([data-written]) .on-paper').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate<number>('shift')).toBeLessThan(0.05);
      expect(asked.filter((url) => url.includes('fn=lookup'))).toEqual([]);
      expect(await page.title()).toContain(fixture.verify.certificate.holder);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  it('keeps what was typed before the application was there', async () => {
    const body = await servedPage();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const page = await visit({
      path: `/verify/${certId}`,
      before: async (_context, fresh) => {
        await fresh.route(`**/verify/${certId}`, (route) =>
          route.fulfill({ contentType: 'text/html', body }),
        );
        await fresh.route(/\/assets\/Verify-.*\.js/, async (route) => {
          await released;
          await route.fallback();
        });
      },
    });
    await page.locator('form.ask input').fill('7K3M 9QXT');
    release();
    await page.locator('#root:not([data-written]) form.ask').waitFor();
    expect(await page.locator('form.ask input').inputValue()).toBe('7K3M 9QXT');
    await page.context().close();
  });
});

describe.skipIf(!screensBrowser)('the public pages', () => {
  it('navigate between certificates with a history entry each', async () => {
    const page = await visit({ path: '/verify' });
    await mark(page);
    await page.locator('form.ask input').fill(certId);
    await page.keyboard.press('Enter');
    await page.locator('aside img').waitFor();
    expect(pathOf(page)).toBe(`/verify/${certId}`);
    await page.goBack();
    await page.locator('.drop').waitFor();
    expect(pathOf(page)).toBe('/verify');
    await page.goForward();
    await page.locator('aside img').waitFor();
    await page.locator('header .brand').click();
    await page.locator('.hero').waitFor();
    expect(await page.title()).not.toContain('Verify');
    expect(await isSameDocument(page)).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('give LinkedIn’s fields to copy', async () => {
    const page = await visit({ path: `/verify/${certId}` });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the fields for LinkedIn' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('dt').first().waitFor();
    expect(await dialog.locator('dt').allTextContents()).toEqual([
      ...['Name', 'Issuing organization', 'Issue date', 'Credential ID', 'Credential URL'],
    ]);
    await dialog.getByRole('button', { name: 'Copy: Credential ID' }).click();
    await dialog.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(printCertId(certId));
    await page.context().close();
  });

  it('show by themselves that a certificate was revoked, when the window is looked at a minute later', async () => {
    const certificate = {
      ...fixture.verify.certificate,
      state: 'revoked',
      revokedAt: '2026-11-18T21:05:00Z',
    };
    let isRevoked = false;
    const page = await visit({
      path: `/verify/${certId}`,
      before: async (_, opened) => {
        await opened.route('**/api/verify?fn=lookup*', (route) =>
          isRevoked ? route.fulfill({ json: { ...fixture.verify, certificate } }) : route.fallback(),
        );
      },
    });
    await page.getByRole('button', { name: 'Copy the fields for LinkedIn' }).waitFor();
    isRevoked = true;
    const later = `{ const now = Date.now; Date.now = () => now() + 61_000; document.dispatchEvent(new Event('visibilitychange')); }`;
    await page.evaluate(later);
    await page.locator('h1', { hasText: 'revoked' }).waitFor();
    await page.locator('.struck b', { hasText: 'Revoked' }).waitFor();
    await page.context().close();
  });

  it('print a result on one sheet of A4 and of Letter, without what is only for the screen', async () => {
    const page = await visit({ path: `/verify/${certId}` });
    await page.locator('aside img').waitFor();
    await page.locator('.on-paper').first().waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format, preferCSSPageSize: false })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
    }
    for (const hidden of ['header', 'form.ask', '.acts a', '.site-foot'])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await page.locator('.on-paper').first().isVisible()).toBe(true);
    await page.context().close();
  });

  it('show on a phone what became of a report, although its form is longer', async () => {
    const overrides = { 'verify report-mistake': { body: { success: true } } };
    const page = await visit({ path: `/verify/${certId}/report`, narrow: true, overrides });
    await page.locator('.report textarea').fill('A mistake');
    await page.locator('.report input[type=email]').fill('lucia@correo.example');
    await page.locator('.report .form-acts .btn').click();
    await expect.poll(() => page.locator('.report [role=status]').isVisible()).toBe(true);
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.context().close();
  });

  it('navigate to the staff’s pages and back in one document', async () => {
    const page = await visit({ path: '/verify', signedIn: true });
    await mark(page);
    await page.locator('header .who a', { hasText: 'Students' }).click();
    await page.locator('.c-act button').first().waitFor();
    expect(pathOf(page)).toBe('/students');
    await page.goBack();
    await page.locator('main.verify h1').waitFor();
    expect(pathOf(page)).toBe('/verify');
    await page.goForward();
    await page.locator('.c-act button').first().waitFor();
    await page.locator('header .brand').click();
    await page.locator('.hero').waitFor();
    expect(pathOf(page)).toBe('/');
    expect(await isSameDocument(page)).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('redirect an unknown path to the front page', async () => {
    for (const signedIn of [false, true]) {
      const page = await visit({ path: '/nowhere/at/all', signedIn });
      await page.locator('.hero').waitFor();
      expect(pathOf(page)).toBe('/');
      await page.context().close();
    }
  });

  it('show the fault page below the header when a page’s files cannot be loaded', async () => {
    const page = await visit({
      path: '/verify',
      before: async (_, fresh) => {
        const refused = fresh.waitForEvent('requestfinished', (request) =>
          request.url().includes('/assets/Verify-'),
        );
        await fresh.route(/\/assets\/Verify-.*\.js/, (route) => route.fulfill({ status: 404 }));
        await fresh.route(/\/assets\/en\.declared-.*\.js/, async (route) => {
          await refused;
          await fresh.evaluate(twoFrames);
          await route.continue();
        });
        await fresh.addInitScript(`
          headings = [];
          new MutationObserver(() => headings.push(document.querySelector('main h1')?.textContent ?? ''))
            .observe(document, { subtree: true, childList: true, characterData: true });`);
      },
    });
    // The texts arrive last: until then there is nothing to show but the keys of the texts.
    const headings = await page.evaluate<string[]>('headings');
    expect(headings.filter((text) => text.startsWith('errors.'))).toEqual([]);
    expect(await page.locator('main h1').textContent()).toBe('This page did not open');
    await page.locator('header .brand').click();
    await page.locator('.hero').waitFor();
    await page.context().close();
  });

  it('show the fault page when the staff’s router cannot be loaded', async () => {
    const page = await visit({
      ...{ path: '/verify', signedIn: true },
      before: async (_, fresh) => {
        await fresh.route(/\/assets\/router-.*\.js/, (route) => route.fulfill({ status: 404 }));
      },
    });
    await page.locator('header .who a', { hasText: 'Students' }).click();
    await page.locator('h1', { hasText: 'This page did not open' }).waitFor();
    expect(pathOf(page)).toBe('/students');
    await page.goBack();
    await page.locator('main.verify h1').waitFor();
    await page.context().close();
  });

  it('load the texts of a server’s error, and have that of a network error at hand', async () => {
    const refused = { status: 429, body: { error: 'x', code: 'rate_limited' } };
    const page = await visit({ path: `/verify/${certId}`, overrides: { 'verify lookup': refused } });
    await page.locator('[role=alert] p', { hasText: 'Too many requests' }).waitFor();
    expect(await page.locator('h1').allTextContents()).toEqual(['The certificate could not be checked']);
    await page.context().close();
    const silent = await visit({
      ...{ path: '/verify', overrides: { 'verify lookup': 'offline' } },
      before: (_, fresh) =>
        fresh.route(/\/assets\/errors-.*\.js/, (route) => route.abort('internetdisconnected')),
    });
    await silent.locator('form.ask input').fill(certId);
    await silent.keyboard.press('Enter');
    await silent.locator('[role=alert] p', { hasText: 'did not answer' }).waitFor();
    await silent.context().close();
  });
});
