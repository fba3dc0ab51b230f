import type { ReadNumbers } from '@sello/contracts';
import { withThread } from './thread.ts';

/**
 * The numbers of certificates that a PDF names; `failed` when it takes too long. It is read in a thread of this browser and
 * not sent anywhere. Rejects when the thread cannot be loaded.
 */
export function readNumbers(data: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ReadNumbers> {
  const worker = new Worker(new URL('./numbers.worker.ts', import.meta.url), { type: 'module' });
  return withThread<Uint8Array, ReadNumbers, ReadNumbers>(
    worker,
    signal,
    async (ask) => (await ask(data, [data.buffer])) ?? { read: 'failed' },
  );
}
