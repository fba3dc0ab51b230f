import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FontLibrary, loadFonts } from '@sello/render';
import type { Browser, Page } from 'playwright-core';
import { buildHarness } from '../../web/scripts/canvas/build.ts';
import { startBrowser } from '../browser.ts';
import { parityImages } from './images.ts';
import { type ParityServer, startServer } from './server.ts';

/** The editor's canvas in Chromium, with the renderer's fonts. */
export interface CanvasStand {
  fonts: FontLibrary;
  page: Page;
  server: ParityServer;
  /** Errors of the page so far. */
  faults: string[];
  close(): Promise<void>;
}

/** Builds the harness and opens it. `packs`: the folder of font packs. */
export async function openStand(packs?: string): Promise<CanvasStand> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-harness-'));
  let server: ParityServer | undefined;
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [fonts] = await Promise.all([loadFonts({ packs }), buildHarness(folder)]);
    server = await startServer(folder, fonts, parityImages);
    browser = await startBrowser([
      // Without a graphics card its emulation takes many times as long as painting by the processor.
      ...['--disable-gpu', '--disable-accelerated-2d-canvas'],
    ]);
    const page = await browser.newPage({ viewport: { width: 920, height: 680 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error.stack).slice(0, 900)));
    await page.goto(server.url);
    // Not `waitForFunction`: the page's policy forbids what it evaluates when the page is not ready at once.
    while (!(await page.evaluate('typeof window.openView === "function"'))) await sleep(50);
    return { fonts, page, server, faults, close };
  } catch (error) {
    await close();
    throw error;
  }
}
