// RSA keys are made in a worker thread, one at a time in a process. Node's thread pool also reads files and signs, and a
// few large keys would block it.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { AppError, FairPool, LimitedThread } from '@sello/kit';

/** Limit of CPU time, ms. The search for two primes has no upper bound; this is many times what 4096 bits take. */
const budgetMs = 60_000;
/** The most keys that are being made or wait; each takes seconds. */
const maxPending = 16;

const thread = new LimitedThread<Uint8Array>({
  script: new URL('./generate.worker.ts', import.meta.url),
  startupBudgetMs: 2_000,
});
const oneAtATime = new FairPool([thread], { maxPending });

/**
 * Makes an RSA key. Throws AppError `rate_limited` (with `retryAfter`, seconds) when too many keys wait, `signing_failed`
 * when the key cannot be made.
 */
export function generateRsaKey(modulusLength: number): Promise<KeyObject> {
  return oneAtATime.take('', async () => {
    const pkcs8 = await thread
      .run({ message: modulusLength, cpuMs: budgetMs, read: (made) => made })
      .catch((cause: unknown) => {
        throw new AppError('signing_failed', { cause });
      });
    try {
      return createPrivateKey({ key: Buffer.from(pkcs8.buffer), format: 'der', type: 'pkcs8' });
    } finally {
      pkcs8.fill(0);
    }
  });
}
