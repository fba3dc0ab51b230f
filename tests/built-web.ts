import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { serveBuild } from '../web/scripts/shots/serve.ts';
import { screensBrowser, startBrowser } from './browser.ts';
import { describePagesOfFailures } from './failed-pages.ts';

/**
 * A browser and the built web application, without services, for the tests of a file. They must be skipped where there is
 * no browser (`screensBrowser`).
 */
export function useBuiltWeb(): { readonly browser: Browser; readonly url: string } {
  let browser: Browser | undefined;
  let server: Awaited<ReturnType<typeof serveBuild>> | undefined;
  beforeAll(async () => {
    if (!screensBrowser) return;
    server = await serveBuild(join(import.meta.dirname, '../web/dist'));
    browser = await startBrowser();
  });
  describePagesOfFailures(() => browser);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get browser() {
      return browser!;
    },
    get url() {
      return server!.url;
    },
  };
}
