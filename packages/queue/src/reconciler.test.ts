import { createLogger } from '@sello/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReconciler } from './reconciler.ts';

const log = createLogger({ service: 'test', level: 'silent' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs each task at its own interval and continues after a failure', async () => {
  const runs = { often: 0, broken: 0 };
  const reconciler = createReconciler(
    [
      { name: 'often', everyMs: 100, run: async () => void runs.often++ },
      {
        name: 'broken',
        everyMs: 1_000,
        run: async () => {
          runs.broken++;
          throw new Error('down');
        },
      },
    ],
    log,
  );
  reconciler.start();
  await vi.advanceTimersByTimeAsync(5_600);
  expect(runs.often).toBeGreaterThanOrEqual(50);
  expect(runs.often).toBeLessThanOrEqual(62);
  expect(runs.broken).toBeGreaterThanOrEqual(5);
  await reconciler.close();
  const { often } = runs;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs.often).toBe(often);
});

it('never runs a task concurrently with itself and waits for it when closing', async () => {
  let finish = (): void => undefined;
  let runs = 0;
  const reconciler = createReconciler(
    [
      {
        name: 'slow',
        everyMs: 10,
        run: () => {
          runs++;
          return new Promise<void>((resolve) => {
            finish = resolve;
          });
        },
      },
    ],
    log,
  );
  const both = Promise.all([reconciler.runAll(), reconciler.runAll()]);
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toBe(1);
  let isClosed = false;
  const closing = reconciler.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(isClosed).toBe(false);
  finish();
  await Promise.all([both, closing]);
});
