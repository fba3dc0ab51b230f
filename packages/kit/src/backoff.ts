import { setTimeout as sleep } from 'node:timers/promises';

export interface Backoff {
  /** Tries in all, the first included. */
  attempts: number;
  firstMs: number;
  maxMs: number;
  /** Only errors that it accepts are tried again; every error when left out. */
  retryIf?: (error: unknown) => boolean;
  signal?: AbortSignal;
}

/** The wait before try `attempt + 1` (attempt counts from 1): doubled each time, with full jitter in its upper half. */
export function backoffMs(attempt: number, { firstMs, maxMs }: Pick<Backoff, 'firstMs' | 'maxMs'>): number {
  const whole = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return whole / 2 + (whole / 2) * Math.random();
}

/** Runs until it succeeds or the tries are used up; then throws the last error. Throws at once when aborted. */
export async function retry<Result>(
  run: (attempt: number) => Promise<Result>,
  backoff: Backoff,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    backoff.signal?.throwIfAborted();
    try {
      return await run(attempt);
    } catch (error) {
      if (attempt >= backoff.attempts || backoff.retryIf?.(error) === false) throw error;
      await sleep(backoffMs(attempt, backoff), undefined, backoff.signal ? { signal: backoff.signal } : {});
    }
  }
}
