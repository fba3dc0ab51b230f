import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@sello/contracts';
import { AppError, type Logger, times } from '@sello/kit';
import { keepLease } from './lease.ts';

/** Storage of locks; `locks` of the store implements it. A lock that is not renewed expires after `leaseMs`. */
export interface LockRows {
  take(name: string, owner: string, leaseMs: number): Promise<boolean>;
  renew(name: string, owner: string, leaseMs: number): Promise<boolean>;
  release(name: string, owner: string): Promise<void>;
}

export interface LockOptions {
  /** Thrown when the lock is not acquired before the timeout. */
  busy: ErrorCode;
}

/** A mutex over all processes, for calls that read first and write afterwards. */
export interface Lock {
  /**
   * Acquires the lock of that name, runs, and releases it. The lock is renewed while `run` runs, and expires
   * `times.leaseMs` after its process died. Throws AppError `busy`, with `retryAfter` in seconds in its details.
   */
  hold<Result>(name: string, options: LockOptions, run: () => Promise<Result>): Promise<Result>;
}

const retryAfter = 2;

/** `waitMs`: how long `hold` waits for the lock. */
export function createLock(rows: LockRows, log: Logger, waitMs = times.lockWaitMs): Lock {
  async function takeInTime(name: string, owner: string, { busy }: LockOptions) {
    const end = performance.now() + waitMs;
    while (!(await rows.take(name, owner, times.leaseMs))) {
      if (performance.now() > end) throw new AppError(busy, { details: { retryAfter } });
      await sleep(times.lockPollMs);
    }
  }

  return {
    async hold(name, options, run) {
      const owner = randomUUID();
      const release = () =>
        // A lock that cannot be released expires.
        rows
          .release(name, owner)
          .catch((error: unknown) => log.warn({ err: error, lock: name }, 'a lock could not be released'));
      try {
        await takeInTime(name, owner, options);
      } catch (error) {
        // The lock may have been acquired although the reply was lost.
        if (error instanceof AppError && error.code === 'unavailable') await release();
        throw error;
      }
      const lease = keepLease(() => rows.renew(name, owner, times.leaseMs), log);
      try {
        return await run();
      } finally {
        lease.end();
        await release();
      }
    },
  };
}
