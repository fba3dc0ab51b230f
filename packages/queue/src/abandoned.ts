import { times } from '@sello/kit';
import type { Redis } from 'ioredis';
import { keyPrefix } from './connection.ts';

const keyOf = (jobId: string): string => `${keyPrefix}:abandoned:${jobId}`;

/** Notes that nobody waits for a job any more, which may be running. */
export async function markAbandoned(redis: Redis, jobId: string): Promise<void> {
  await redis.set(keyOf(jobId), '1', 'PX', times.abandonedKeptMs);
}

/** Aborts its signal when nobody waits for the job any more. While Redis is away it is as if somebody did. */
export function watchAbandoned(redis: Redis, jobId: string): { signal: AbortSignal; stop(): void } {
  const left = new AbortController();
  const timer = setInterval(() => {
    redis.exists(keyOf(jobId)).then(
      (count) => count > 0 && left.abort(),
      () => undefined,
    );
  }, times.abandonedPollMs);
  timer.unref();
  return { signal: left.signal, stop: () => clearInterval(timer) };
}
