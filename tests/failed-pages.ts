import type { Browser, Page } from 'playwright-core';
import { beforeEach } from 'vitest';

/** Characters of a page's outline that are printed: of its beginning, and of its end, where dialogs and menus are. */
const most = { first: 2_000, last: 4_000 };

/**
 * Adds to the error of each failed test of a file what its browser showed: of each open page the address, where the focus is,
 * and the outline that a screen reader gets. A test that fails once in a hundred runs is understood from that one.
 */
export function describePagesOfFailures(browserOf: () => Browser | undefined): void {
  let last: string | undefined;
  beforeEach(({ onTestFailed }) => {
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

async function describePage(page: Page): Promise<string> {
  try {
    const focus = await page.evaluate<string>(
      'document.activeElement?.outerHTML.slice(0, 300) + (document.hasFocus() ? "" : " (in a window without the focus)")',
    );
    const outline = await page.locator('body').ariaSnapshot({ timeout: 10_000 });
    const isShort = outline.length <= most.first + most.last;
    const some = isShort ? outline : `${outline.slice(0, most.first)}\n…\n${outline.slice(-most.last)}`;
    return `${page.url()}\nfocus: ${focus}\n${some}`;
  } catch (error) {
    return `${page.url()}\n${String(error)}`;
  }
}
