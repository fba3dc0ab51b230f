import { setTimeout } from 'node:timers/promises';
import type { Stack } from '@sello/dev-stack';
import type { Page } from 'playwright-core';

// Runs in the page: records every value that a progress bar shows, in order.
export const watchBars = `
  window.seenProgress = [];
  new MutationObserver(() => {
    for (const bar of document.querySelectorAll('[role=progressbar]')) {
      const value = bar.getAttribute('aria-valuenow');
      if (value !== null && window.seenProgress.at(-1) !== value) window.seenProgress.push(value);
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
`;

/** The values that `watchBars` has recorded so far. */
export const progressSeen = async (page: Page): Promise<number[]> =>
  (await page.evaluate<string[]>('window.seenProgress')).map(Number);

/** Whether a bar has shown some of `total`, neither none nor all. */
export const hasPart = (values: readonly number[], total: number): boolean =>
  values.some((value) => value > 0 && value < total);

/**
 * Stops the render-worker for 375 ms after each moment of running, until the page that watches its bars has seen a part of
 * `total`, or the returned function is called. Otherwise 197 certificates would be issued in less than the 200 ms between
 * two progress events, and no progress would be visible. After half a minute the moments of 25 ms grow: on a busy machine
 * nothing is done in one of them.
 */
export function slowDown(stack: Stack, page: Page, total: number): () => void {
  const worker = stack.processes.find(({ name }) => name === 'render-worker')!;
  let isSlow = true;
  // At once: within its first 400 ms a worker on an idle machine would issue them all.
  worker.kill('SIGSTOP');
  void (async () => {
    for (let turn = 0, moment = 25; isSlow; turn++) {
      if (turn > 75) moment *= 1.1;
      await setTimeout(375);
      // Looked at while the worker stands still: a busy page takes longer than the moment.
      const seen = await progressSeen(page).catch(() => []);
      worker.kill('SIGCONT');
      if (hasPart(seen, total)) return;
      await setTimeout(moment);
      if (isSlow) worker.kill('SIGSTOP');
    }
  })();
  return () => {
    isSlow = false;
    worker.kill('SIGCONT');
  };
}
