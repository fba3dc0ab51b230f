import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * The Chromium that looks at every screen: the shell without windows where there is one, because it does so with half
 * the work. It opens no PDF and hints fonts otherwise, so the tests about those take the whole browser.
 */
export const screensBrowser: string | undefined =
  process.env.CHROMIUM ?? places.find((path) => existsSync(path));
