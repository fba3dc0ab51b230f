import type { ReadNumbers } from '@sello/contracts';
import { ownScript } from '../../../state/trusted-types.ts';
import script from './numbers.worker.ts?worker&url';
import { withThread } from './thread.ts';

/**
 * The numbers of certificates that a PDF names; `failed` when it takes too long. It is read in a thread of this browser and
 * not sent anywhere. Rejects when the thread cannot be loaded.
 */
export function readNumbers(data: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ReadNumbers> {
  const worker = new Worker(ownScript(script), { type: 'module' });
  return withThread<Uint8Array, ReadNumbers, ReadNumbers>(
    worker,
    signal,
    async (ask) => (await ask(data, [data.buffer])) ?? { read: 'failed' },
  );
}
