/**
 * Takes a picture of every screen in several looks and fails on violations of WCAG 2.2 AA (axe-core: contrast and targets of
 * 24 px included), on targets below 44 px where fingers are used, on horizontal scrolling, on a layout that shifts by 0.05
 * or more while it loads and on console errors. The server's answers are mocked, so no service has to run.
 *
 * node web/scripts/shots.ts [--app URL] [--out DIR] [--only NAME,…] [--look NAME,…] [--part K/N]
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import type { Language } from '@sello/contracts';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../../tests/browser.ts';
import { callOf } from './shots/answers.ts';
import { createFixture } from './shots/fixture.ts';
import { fingerTargets, mainHeading, shiftOf, watchRequests, watchShifts } from './shots/measures.ts';
import { mockServer, serveAsOwnHost, signIn } from './shots/mock.ts';
import type { Scene } from './shots/scene.ts';
import { scenes, tenantPath } from './shots/scenes.ts';
import { serveBuild } from './shots/serve.ts';

interface Look {
  language: Language;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  /** Long texts, some of them without a break. */
  long: boolean;
  /** The system's own colours. */
  forced?: boolean;
  /** More contrast is asked for. */
  contrast?: boolean;
  /** The connection is lost once the screen is there. */
  offline?: boolean;
}

const looks = {
  'en-1440-light': { language: 'en', width: 1440, height: 900, scheme: 'light', long: false },
  'pt-390-dark': { language: 'pt', width: 390, height: 844, scheme: 'dark', long: false },
  'es-390-light': { language: 'es', width: 390, height: 844, scheme: 'light', long: false },
  'en-1440-long': { language: 'en', width: 1440, height: 900, scheme: 'light', long: true },
  'pt-1024-dark': { language: 'pt', width: 1024, height: 768, scheme: 'dark', long: false },
  'pt-320-long': { language: 'pt', width: 320, height: 640, scheme: 'light', long: true },
  'en-1440-forced': { language: 'en', width: 1440, height: 900, scheme: 'light', long: false, forced: true },
  'en-1440-contrast': {
    language: 'en',
    width: 1440,
    height: 900,
    scheme: 'light',
    long: false,
    contrast: true,
  },
  'es-390-offline': { language: 'es', width: 390, height: 844, scheme: 'light', long: false, offline: true },
} as const satisfies Record<string, Look>;
type LookName = keyof typeof looks;

/** Cumulative layout shift that people do not notice as a jump. */
const mostShift = 0.05;

const { values } = parseArgs({
  options: {
    app: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, '../../.data/shots') },
    only: { type: 'string' },
    look: { type: 'string' },
    /** `1/4` takes every fourth scene, beginning with the second. */
    part: { type: 'string' },
  },
});
const wanted = values.only?.split(',');
const [first = 0, every = 1] = values.part?.split('/').map(Number) ?? [];
const wantedLooks = (values.look?.split(',') ?? Object.keys(looks)) as LookName[];
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const server = values.app ? undefined : await serveBuild(join(import.meta.dirname, '../dist'));
const app = values.app ?? server!.url;
await mkdir(values.out, { recursive: true });

const browser = await startBrowser();
const faults: string[] = [];
let taken = 0;
for (const look of wantedLooks) {
  for (const [place, scene] of scenes.entries()) {
    if (place % every !== first) continue;
    if (wanted && !wanted.includes(scene.name)) continue;
    const narrow = looks[look].width < 769;
    if (scene.only && (scene.only === 'narrow') !== narrow) continue;
    // The whole error: its first line does not say what was waited for.
    const found = await take(browser, scene, look).catch((error: unknown) => [
      stripVTControlCharacters(String(error)).replaceAll(/\s*\n\s*/g, ' · '),
    ]);
    faults.push(...found.map((fault) => `${scene.name} ${look}: ${fault}`));
    taken++;
  }
}
await browser.close();
await server?.close();
await writeFile(join(values.out, 'faults.txt'), `${faults.join('\n')}\n`);
console.log(`${taken} pictures in ${values.out}`);
for (const fault of faults) console.log(`✗ ${fault}`);
process.exitCode = faults.length > 0 || taken === 0 ? 1 : 0;

async function take(from: Browser, scene: Scene, name: LookName): Promise<string[]> {
  const look: Look = looks[name];
  const isNarrow = look.width < 769;
  const fixture = createFixture(look.long);
  scene.fixture?.(fixture);
  const context = await from.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    ...(look.forced && { forcedColors: 'active' as const }),
    ...(look.contrast && { contrast: 'more' as const }),
    ...(isNarrow && { hasTouch: true, isMobile: true }),
    timezoneId: 'America/Lima',
    locale: look.language,
  });
  const said: string[] = [];
  try {
    await context.addInitScript(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      },
      { language: look.language, ...(scene.tray && { 'sello.tray': 'open' }), ...scene.stored?.(fixture) },
    );
    if (scene.signedIn) await signIn(context, fixture);
    const page = await context.newPage();
    page.on('pageerror', (error) => said.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      // Some scenes show a failed call on purpose.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        said.push(`console: ${message.text().slice(0, 300)}`);
      }
    });
    await page.addInitScript(watchShifts);
    const overrides = scene.answers?.(fixture) ?? {};
    const requests = watchRequests(page, (url) => overrides[callOf(url)] === 'never');
    // While a part of the page is on its way the DOM is unchanged for longer than `still` waits.
    const settle = async (): Promise<void> => {
      let before: number;
      let rounds = 0;
      do {
        before = requests.made;
        await requests.idle(20_000);
        await still(page);
      } while (requests.made !== before && ++rounds < 10);
    };
    await mockServer(page, fixture, overrides);
    if (scene.site) await serveAsOwnHost(page, scene.site(fixture));
    await page.goto(`${app}${tenantPath(scene.path, fixture)}`);
    await page.locator('h1, [role=status] p, .dialog h2').first().waitFor();
    await settle();
    const shift = await shiftOf(page);
    if (scene.tray && isNarrow) await openTray(page);
    await scene.act?.(page);
    if (look.offline) await context.setOffline(true);
    await settle();
    await unroll(page, look.width, look.height);
    await picture(page, join(values.out, `${scene.name}-${name}.png`), look, isNarrow);
    return [
      ...said,
      ...(shift.value >= mostShift
        ? [`the layout shifts by ${shift.value.toFixed(2)}: ${shift.moved.slice(0, 30).join(', ')}`]
        : []),
      ...(await accessibility(page, look.forced === true)),
      ...(await overflow(page)),
      ...(await mainHeading(page)),
      ...(await names(page)),
      ...(isNarrow ? await fingerTargets(page) : []),
    ];
  } finally {
    await context.close();
  }
}

/** On a phone the tray starts closed. */
async function openTray(page: Page): Promise<void> {
  await page.locator('.burger').click();
  await page.locator('.mobile-menu .link.plain').first().click();
  await page.locator('.tray').waitFor();
}

/**
 * Saves the whole page. For a full page Chromium forgets that it is used with fingers, so on a phone the window is made as
 * tall as the page instead, unless something fixed to the window covers it.
 */
async function picture(page: Page, path: string, look: Look, isNarrow: boolean): Promise<void> {
  if (!isNarrow) {
    await page.screenshot({ path, fullPage: true });
    return;
  }
  const height = await page.evaluate(() =>
    document.querySelector('.dialog, .tray') ? 0 : document.documentElement.scrollHeight,
  );
  if (height > look.height) await page.setViewportSize({ width: look.width, height });
  await page.screenshot({ path });
  if (height > look.height) await page.setViewportSize({ width: look.width, height: look.height });
}

/** The settings page scrolls its main element: the window is made tall enough to show all of it. */
async function unroll(page: Page, width: number, height: number): Promise<void> {
  const hidden = await page.evaluate(() => {
    const main = document.querySelector('.settings');
    return main ? main.scrollHeight - main.clientHeight : 0;
  });
  if (hidden > 0) await page.setViewportSize({ width, height: height + hidden });
}

/** Waits until the fonts are loaded and the DOM has not changed for 250 ms (at most 1.5 s); transitions are off. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise<void>((calmed) => {
      const limit = setTimeout(done, 1500);
      let calm = setTimeout(done, 250);
      const watch = new MutationObserver(() => {
        clearTimeout(calm);
        calm = setTimeout(done, 250);
      });
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      function done(): void {
        clearTimeout(limit);
        clearTimeout(calm);
        watch.disconnect();
        calmed();
      }
    });
  });
}

/** Of the system's own colours axe sees the page's: their contrast is the reader's choice. */
async function accessibility(page: Page, isForced: boolean): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async (forced) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'color-contrast': { enabled: !forced } },
    });
    return violations.map(
      ({ id, nodes }) =>
        `axe ${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join(' | ')}`,
    );
  }, isForced);
}

/** Neither the page nor one of its scroll containers may scroll horizontally. */
async function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [
      document.documentElement,
      ...document.querySelectorAll<HTMLElement>('main, .dialog .body, .tray-body'),
    ];
    return parts
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .map(
        (part) =>
          `scrolls sideways: ${part.tagName}.${part.className} ${part.scrollWidth} > ${part.clientWidth}`,
      );
  });
}

/** Names that people typed stay within their container, and a wide header shows who is signed in. */
async function names(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = window.innerWidth > 768;
    const hidden = [...document.querySelectorAll<HTMLElement>('.head > .who .person')].filter(
      (person) => wide && person.getBoundingClientRect().width < 30,
    );
    const outside = [...document.querySelectorAll<HTMLElement>('.name-text')].filter((name) => {
      let place = name.parentElement!;
      while (getComputedStyle(place).display.startsWith('inline')) place = place.parentElement!;
      const clips = getComputedStyle(place).overflowX !== 'visible';
      return !clips && name.getBoundingClientRect().right > place.getBoundingClientRect().right + 1;
    });
    return [
      ...hidden.map(() => 'the header does not say who is signed in'),
      ...outside.map((name) => `sticks out of its place: ${name.textContent?.slice(0, 40)}`),
    ];
  });
}
