import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { lowerThreadPriority } from './thread-priority.ts';

const inThread = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const file = JSON.stringify(new URL('./thread-priority.ts', import.meta.url).href);
    const code = `
      import { getPriority } from 'node:os';
      import { parentPort } from 'node:worker_threads';
      import { lowerThreadPriority } from ${file};
      lowerThreadPriority();
      parentPort.postMessage(getPriority());`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    worker.once('message', resolve).once('error', reject);
  });

it.runIf(process.platform === 'linux')('lowers the priority of the calling thread only', async () => {
  const before = getPriority();
  expect(await inThread()).toBeGreaterThan(before);
  lowerThreadPriority();
  expect(getPriority()).toBe(before);
});
