// RSA keys are made in a worker thread, one at a time in a process. Node's thread pool also reads files and signs, and a
// few large keys would block it.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { AppError } from '@sello/kit';
import pLimit from 'p-limit';

/** Timeout, ms. The search for two primes has no upper bound; this is many times what 4096 bits take. */
const MAX_TIME = 120_000;
/** The most keys that are being made or wait; each takes seconds. */
const MAX_WAITING = 16;

const limit = pLimit(1);

/**
 * Makes an RSA key. Throws AppError `rate_limited` (with `retryAfter`, seconds) when too many keys wait, `signing_failed`
 * when the key cannot be made.
 */
export function generateRsaKey(modulusLength: number): Promise<KeyObject> {
  if (limit.activeCount + limit.pendingCount >= MAX_WAITING) {
    throw new AppError('rate_limited', { details: { retryAfter: 10 } });
  }
  return limit(inThread, modulusLength);
}

function inThread(modulusLength: number): Promise<KeyObject> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./generate.worker.ts', import.meta.url), {
      workerData: { modulusLength },
    });
    const fail = (cause?: unknown) => reject(new AppError('signing_failed', { cause }));
    const deadline = setTimeout(() => {
      fail(new Error('the key was not found in time'));
      void worker.terminate();
    }, MAX_TIME);
    worker.once('message', (pkcs8: Uint8Array) => {
      resolve(createPrivateKey({ key: Buffer.from(pkcs8.buffer), format: 'der', type: 'pkcs8' }));
      pkcs8.fill(0);
    });
    worker.once('error', fail);
    worker.once('exit', () => {
      clearTimeout(deadline);
      fail(new Error('the worker thread exited'));
    });
  });
}
