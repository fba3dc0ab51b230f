import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { generous } from './patience.ts';

const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * The Chromium for tests of screens: the headless shell if it is installed, because it needs half of the CPU time. It
 * cannot open PDFs and hints fonts differently, so tests of these use the full browser.
 */
export const screensBrowser: string | undefined =
  process.env.CHROMIUM ?? places.find((path) => existsSync(path));

/** Its command line for walks against a whole stack: nothing but the pages reaches out. */
export const walkArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Starts that Chromium, or the one at `path`, whose pages all bound their waiting by `generous`, whoever opens them. */
export async function startBrowser(args: readonly string[] = [], path = screensBrowser): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: path!, args: [...args] });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await open(...options);
    context.setDefaultTimeout(generous);
    return context;
  };
  return browser;
}
