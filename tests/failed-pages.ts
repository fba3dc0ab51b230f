import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { beforeEach } from 'vitest';

/** Characters of a page's outline that are printed: of its beginning, and of its end, where dialogs and menus are. */
const most = { first: 800, last: 2_200 };
/** Events and complaints of a page that are printed, the latest. */
const mostEvents = 40;

/** Whose appearing and going is noted. */
const parts = '.toast, .dialog, .menu-pop, .tray';

/** Notes in each document what was pressed and what was shown. A text, because it runs in the page, before its own code. */
const recorder = `(() => {
  const events = (window.failedPageEvents ??= []);
  const note = (text) => {
    events.push(Math.round(performance.now()) + ' ' + text);
    if (events.length > ${mostEvents}) events.shift();
  };
  const nameOf = (target) => {
    if (!(target instanceof Element)) return 'the window';
    const name = target.getAttribute('aria-label') ?? target.textContent ?? '';
    return target.tagName.toLowerCase() + ' "' + name.trim().slice(0, 40) + '"';
  };
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'click', 'keydown', 'focusin'])
    addEventListener(type, (event) => {
      const at = 'clientX' in event ? ' at ' + Math.round(event.clientX) + ',' + Math.round(event.clientY) : '';
      note(type + ' ' + (event.key ?? '') + ' ' + nameOf(event.target) + at);
    }, true);
  for (const type of ['popstate', 'scroll'])
    addEventListener(type, () => note(type + ' ' + location.pathname + ' ' + Math.round(scrollY)));
  const noteAll = (change, nodes) => {
    for (const node of nodes) {
      const part = node instanceof Element && (node.matches('${parts}') ? node : node.querySelector('${parts}'));
      if (part) note(change + ' ' + part.className + ' "' + part.textContent.trim().slice(0, 80) + '"');
    }
  };
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) {
      noteAll('shown', addedNodes);
      noteAll('gone', removedNodes);
    }
  }).observe(document, { childList: true, subtree: true });
})()`;

/** Of each page the requests that failed and the errors of its console, the latest. */
const complaintsOf = new WeakMap<Page, string[]>();
const watched = new WeakSet<Browser>();

/**
 * Adds to the error of each failed test of a file what its browser showed: of each open page the address, where the focus is,
 * the outline that a screen reader gets, what was pressed and shown last, and which requests failed. A test that fails once in
 * a hundred runs is understood from that one.
 */
export function describePagesOfFailures(browserOf: () => Browser | undefined): void {
  let last: string | undefined;
  beforeEach(async ({ onTestFailed }) => {
    const browser = browserOf();
    if (browser) await watchBrowser(browser);
    onTestFailed(async ({ task }) => {
      const pages = browserOf()
        ?.contexts()
        .flatMap((context) => context.pages());
      const shown = (await Promise.all((pages ?? []).map(describePage))).join('\n\n');
      // Tests that depend on a failed one fail with the same pages.
      if (shown === last) return;
      last = shown;
      for (const error of task.result?.errors ?? [])
        error.stack = `${error.stack ?? error.message}\n\n${shown}`;
    });
  });
}

async function watchBrowser(browser: Browser): Promise<void> {
  if (watched.has(browser)) return;
  watched.add(browser);
  await Promise.all(browser.contexts().map(watchContext));
  const open = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await open(...options);
    await watchContext(context);
    return context;
  };
}

async function watchContext(context: BrowserContext): Promise<void> {
  context.on('page', watchPage);
  context.pages().forEach(watchPage);
  await context.addInitScript(recorder);
}

function watchPage(page: Page): void {
  const complaints: string[] = [];
  complaintsOf.set(page, complaints);
  const note = (text: string): void => {
    complaints.push(`${new Date().toISOString().slice(11, 23)} ${text}`);
    if (complaints.length > mostEvents) complaints.shift();
  };
  page.on('console', (message) => message.type() === 'error' && note(message.text().slice(0, 300)));
  page.on('pageerror', ({ message }) => note(message.slice(0, 300)));
  page.on('requestfailed', (request) =>
    note(`${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) void describeResponse(response).then(note);
  });
}

async function describeResponse(response: Response): Promise<string> {
  const body = await response.text().catch(() => '');
  return `${response.request().method()} ${response.url()} ${response.status()} ${body.slice(0, 300)}`;
}

async function describePage(page: Page): Promise<string> {
  const complaints = (complaintsOf.get(page) ?? []).map((line) => `! ${line}`);
  try {
    const focus = await page.evaluate<string>(
      'document.activeElement?.outerHTML.slice(0, 200) + (document.hasFocus() ? "" : " (in a window without the focus)")',
    );
    const outline = await page.locator('body').ariaSnapshot({ timeout: 10_000 });
    const isShort = outline.length <= most.first + most.last;
    const some = isShort ? outline : `${outline.slice(0, most.first)}\n…\n${outline.slice(-most.last)}`;
    const events = await page.evaluate<string[]>('window.failedPageEvents ?? []');
    const lines = events.map((line) => `· ${line}`);
    return [page.url(), `focus: ${focus}`, some, ...lines, ...complaints].join('\n');
  } catch (error) {
    return [page.url(), String(error), ...complaints].join('\n');
  }
}
