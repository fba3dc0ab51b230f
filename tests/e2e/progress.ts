import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
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
 * Stops a process for 375 ms after each moment of running. In a thread of its own: on a busy machine the timers of a test
 * fire late, and a worker that runs for a quarter of a second too long has issued everything. After half a minute the
 * moments of 25 ms grow, since nothing may get done in one of them.
 */
const stopAndGo = `
  const { workerData: { pid, isSlow } } = require('node:worker_threads');
  for (let turn = 0, moment = 25; Atomics.load(isSlow, 0) === 1; turn++) {
    process.kill(pid, 'SIGSTOP');
    Atomics.wait(isSlow, 0, 1, 375);
    process.kill(pid, 'SIGCONT');
    if (turn > 75) moment *= 1.1;
    Atomics.wait(isSlow, 0, 1, moment);
  }
`;

/**
 * Slows the render-worker down until the page that watches its bars has seen a part of `total`, or the returned function is
 * called. Otherwise 197 certificates would be issued in less than the 200 ms between two progress events, and no progress
 * would be visible.
 */
export function slowDown(stack: Stack, page: Page, total: number): () => Promise<void> {
  const pid = stack.processes.find(({ name }) => name === 'render-worker')!.pid!;
  const isSlow = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  // At once: within the time that the thread takes to start, a worker on an idle machine would issue them all.
  process.kill(pid, 'SIGSTOP');
  const thread = new Worker(stopAndGo, { eval: true, workerData: { pid, isSlow } });
  const ended = once(thread, 'exit');
  const atFullSpeed = async (): Promise<void> => {
    Atomics.store(isSlow, 0, 0);
    Atomics.notify(isSlow, 0);
    await ended;
    process.kill(pid, 'SIGCONT');
  };
  void (async () => {
    while (Atomics.load(isSlow, 0) === 1 && !hasPart(await progressSeen(page).catch(() => []), total)) {
      await setTimeout(50);
    }
    await atFullSpeed();
  })();
  return atFullSpeed;
}
