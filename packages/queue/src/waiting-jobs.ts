import type { JobData, JobName } from '@sello/contracts';
import type { Redis } from 'ioredis';
import { keyPrefix } from './connection.ts';

/** A job that waits for longer is no longer counted, so that a note nobody took back ends by itself. */
const countedMs = 10 * 60_000;
const removeWithinMs = 100;

/** Of work that belongs to one tenant: where the ids of its waiting jobs are noted. */
function keyOf(name: JobName, data: JobData<JobName>): string | undefined {
  return 'tenantId' in data ? `${keyPrefix}:waiting:${name}:${data.tenantId}` : undefined;
}

/**
 * Notes that these jobs of one tenant wait, and answers how many others of the kind do: one round trip that reads no
 * ids. Work that belongs to no tenant waits behind nothing.
 */
export async function addWaiting(
  redis: Redis,
  name: JobName,
  data: JobData<JobName>,
  ids: readonly string[],
): Promise<number> {
  const key = keyOf(name, data);
  if (key === undefined) return 0;
  const now = Date.now();
  const replies = await redis
    .multi()
    .zremrangebyscore(key, 0, now - countedMs)
    .zadd(key, ...ids.flatMap((id) => [now, id]))
    .zcard(key)
    .pexpire(key, countedMs)
    .exec();
  const [error, count] = replies?.[2] ?? [new Error('redis gave no answer')];
  if (error) throw error;
  return Math.max(0, Number(count) - ids.length);
}

export interface WaitingRemover {
  /** The job was begun. */
  remove(name: JobName, data: JobData<JobName>, id: string): void;
  /** Now: the process is about to end. */
  flush(): void;
}

/**
 * Takes notes back of jobs that were begun, several in one request. Nobody waits for this: a note that stays, because
 * the process ended or Redis was away, ends by itself.
 */
export function createWaitingRemover(redis: Redis): WaitingRemover {
  const begun = new Map<string, string[]>();
  function flush(): void {
    for (const [key, ids] of begun) redis.zrem(key, ...ids).catch(() => undefined);
    begun.clear();
  }
  return {
    remove(name, data, id) {
      const key = keyOf(name, data);
      if (key === undefined) return;
      if (begun.size === 0) setTimeout(flush, removeWithinMs).unref();
      begun.set(key, [...(begun.get(key) ?? []), id]);
    },
    flush,
  };
}
