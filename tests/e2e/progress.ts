import { join } from 'node:path';
import type { Stack } from '@sello/dev-stack';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a stack's render-worker loads first, so that `holdResults` can hold it. */
export const preload = {
  'render-worker': join(import.meta.dirname, '../../services/render-worker/tests/held-results.ts'),
};

// Runs in the page: records every value that a progress bar shows, in order.
const watchBars = `
  window.seenProgress = [];
  new MutationObserver(() => {
    for (const bar of document.querySelectorAll('[role=progressbar]')) {
      const value = bar.getAttribute('aria-valuenow');
      if (value !== null && window.seenProgress.at(-1) !== value) window.seenProgress.push(value);
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
`;

/**
 * Does `start`, which begins a batch of `total` rows, and holds the batch after its first chunk until a bar of the page has
 * shown a part of it: otherwise a class is issued in less than the 200 ms between two progress events on one machine, and
 * unseen by a page that is busy on another. Resolves with a function that returns the values seen so far, in order.
 */
export async function seePart(
  { stack, page, total }: { stack: Stack; page: Page; total: number },
  start: () => Promise<void>,
): Promise<() => Promise<number[]>> {
  const worker = stack.processes.find(({ name }) => name === 'render-worker')!;
  await page.evaluate(watchBars);
  worker.kill('SIGUSR2');
  await start();
  const seen = async () => (await page.evaluate<string[]>('window.seenProgress')).map(Number);
  await expect.poll(async () => (await seen()).some((value) => value > 0 && value < total)).toBe(true);
  worker.kill('SIGUSR2');
  return seen;
}
