import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstLoad, gzipSize } from '../scripts/web/sizes.ts';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer } from '../web/scripts/shots/mock.ts';
import { serveBuild } from '../web/scripts/shots/serve.ts';
import { screensBrowser, startBrowser } from './browser.ts';

const dist = join(import.meta.dirname, '../web/dist');
const isBuilt = existsSync(join(dist, '.vite/manifest.json'));
const texts = (...features: string[]) => features.map((name) => `src/i18n/locales/en/${name}.json`);
const app = ['src/app/start.tsx', ...texts('auth', 'common', 'header')];
const brief = 'src/i18n/brief/en.declared.ts';
const staffPage = [
  ...app,
  brief,
  ...texts('errors', 'batches', 'certificates', 'mailPause', 'students'),
  ...['src/app/routes/router.tsx', 'src/app/frames/StaffFrame.tsx', 'src/app/guard/ScreenGuard.tsx'],
  'src/auth/client.ts',
];
const verifyPage = [
  ...app,
  brief,
  ...texts('verify'),
  ...['src/app/frames/PublicFrame.tsx', 'src/features/verify/Verify.tsx'],
];

/** The modules that a first visit of each screen begins with; kilobytes of gzip that it may take. */
const screens = {
  landing: { begins: ['src/app/front/front.ts'], most: 30 },
  // The answer is in the HTML: what is loaded here makes the page usable, and is not waited for to read it.
  verify: { begins: verifyPage, most: 133 },
  certificate: {
    begins: [...verifyPage, ...texts('verifyMore'), 'src/features/verify/More.tsx'],
    most: 135,
  },
  students: {
    begins: [...staffPage, ...texts('countries'), 'src/features/students/StudentsScreen.tsx'],
    most: 259,
  },
  settings: {
    begins: [...staffPage, ...texts('settings'), 'src/features/settings/SettingsRoute.tsx'],
    most: 250,
  },
};

/** Kilobytes of fonts: the part of each face that has the letters of the interface. */
const mostOfFonts = 125;

// Measured on what was built before the tests.
describe.skipIf(!isBuilt)('the first load', () => {
  it.each(Object.entries(screens))('of %s stays within its size', (_, { begins, most }) => {
    expect(gzipSize(dist, firstLoad(dist, begins))).toBeLessThanOrEqual(most);
  });
});

describe.skipIf(!isBuilt || !screensBrowser)('a browser that opens', () => {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serveBuild>>;
  beforeAll(async () => {
    server = await serveBuild(dist);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const fixture = createFixture();
  it.each([
    ['landing', '/', 'h1'],
    ['verify', '/verify', 'h1'],
    ['certificate', `/verify/${fixture.verify.certificate.certId}`, 'aside img'],
  ] as const)('%s at %s fetches exactly what is counted', async (screen, path, shown) => {
    const page = await browser.newPage({ locale: 'en' });
    const fetched: string[] = [];
    const fonts: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\.(js|css)$/.test(pathname)) fetched.push(pathname.slice(1));
      if (pathname.endsWith('.woff2')) fonts.push(pathname.slice(1));
    });
    await mockServer(page, fixture);
    await page.goto(`${server.url}${path}`);
    await page.locator(shown).first().waitFor();
    // Nothing is on its way any more, and the page had its time of rest.
    await page.waitForLoadState('networkidle');
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
    await page.waitForLoadState('networkidle');
    expect(new Set(fetched)).toEqual(firstLoad(dist, screens[screen].begins));
    const kilobytes = fonts.map((file) => statSync(join(dist, file)).size / 1_000);
    expect(kilobytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(mostOfFonts);
    await page.close();
  });
});

// The build was made in a folder of its own before it took the place of an earlier one; a new clone has none.
it.skipIf(!isBuilt)(
  'the build has the pages that the server sends, and the module that draws one',
  async () => {
    const pages = await readdir(join(dist, 'pages'));
    expect(pages.filter((name) => name.endsWith('.html')).sort()).toEqual([
      ...['landing.en.html', 'landing.es.html', 'landing.pt.html'],
      ...['verify.html', 'verify.own.html'],
    ]);
    expect(existsSync(join(dist, 'server/verify.js'))).toBe(true);
  },
);
