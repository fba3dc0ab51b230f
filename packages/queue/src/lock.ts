import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, limits } from '@sello/contracts';
import { AppError, type Logger } from '@sello/kit';
import { keepLease } from './lease.ts';

/** Where locks lie; the store's `locks` is one. A hold that is not renewed ends after `leaseMs`. */
export interface LockRows {
  take(name: string, owner: string, leaseMs: number): Promise<boolean>;
  renew(name: string, owner: string, leaseMs: number): Promise<boolean>;
  release(name: string, owner: string): Promise<void>;
}

export interface LockOptions {
  /** Thrown when others hold it longer than a client should wait. */
  busy: ErrorCode;
}

/** Lets those who look first and write afterwards come one after the other, over all processes. */
export interface Lock {
  /**
   * Waits for the name, runs, and frees it. The hold is renewed while it runs, and ends `limits.leaseMs` after its
   * process died. Throws `busy`, with the seconds to wait in its details.
   */
  hold<Result>(name: string, options: LockOptions, run: () => Promise<Result>): Promise<Result>;
}

const pollMs = 50;
const timeoutMs = 15_000;
const retryAfter = 2;

/** `waitMs`: how long a client is kept waiting for others. */
export function createLock(rows: LockRows, log: Logger, waitMs = timeoutMs): Lock {
  async function takeInTime(name: string, owner: string, { busy }: LockOptions) {
    const end = performance.now() + waitMs;
    while (!(await rows.take(name, owner, limits.leaseMs))) {
      if (performance.now() > end) throw new AppError(busy, { details: { retryAfter } });
      await sleep(pollMs);
    }
  }

  return {
    async hold(name, options, run) {
      const owner = randomUUID();
      const release = () =>
        // A lock that cannot be freed ends by itself.
        rows
          .release(name, owner)
          .catch((error: unknown) => log.warn({ err: error, lock: name }, 'a lock was not freed'));
      try {
        await takeInTime(name, owner, options);
      } catch (error) {
        // The answer may have been lost after it was taken.
        if (error instanceof AppError && error.code === 'unavailable') await release();
        throw error;
      }
      const lease = keepLease(() => rows.renew(name, owner, limits.leaseMs), log);
      try {
        return await run();
      } finally {
        lease.end();
        await release();
      }
    },
  };
}
