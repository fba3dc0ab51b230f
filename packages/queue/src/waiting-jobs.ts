import type { JobData, JobName } from '@sello/contracts';
import type { ChainableCommander, Redis } from 'ioredis';
import { keyPrefix } from './connection.ts';

/** A job that waits for longer is not counted any more, so that an entry that was never removed expires. */
const countedMs = 10 * 60_000;
const removeWithinMs = 100;

/** The sorted set with the ids of the tenant's waiting jobs; undefined for work that belongs to no tenant. */
function keyOf(name: JobName, data: JobData<JobName>): string | undefined {
  return 'tenantId' in data ? `${keyPrefix}:waiting:${name}:${data.tenantId}` : undefined;
}

/**
 * Adds to a transaction, as its last commands, that these jobs of one tenant wait. The returned function reads from the
 * replies how many others of the kind do, without reading their ids; 0 for work that belongs to no tenant.
 */
export function addWaiting(
  transaction: ChainableCommander,
  name: JobName,
  data: JobData<JobName>,
  ids: readonly string[],
): (replies: readonly unknown[]) => number {
  const key = keyOf(name, data);
  if (key === undefined) return () => 0;
  const now = Date.now();
  transaction
    .zremrangebyscore(key, 0, now - countedMs)
    .zadd(key, ...ids.flatMap((id) => [now, id]))
    .zcard(key)
    .pexpire(key, countedMs);
  return (replies) => Math.max(0, Number(replies.at(-2)) - ids.length);
}

export interface WaitingRemover {
  /** Call it when the job has started. */
  remove(name: JobName, data: JobData<JobName>, id: string): void;
  /** Removes everything at once; call it before the process exits. */
  flush(): void;
}

/**
 * Removes jobs that have started from the waiting jobs, several in one command and in the background. An entry that
 * stays, because the process ended or Redis was unreachable, expires.
 */
export function createWaitingRemover(redis: Redis): WaitingRemover {
  const started = new Map<string, string[]>();
  function flush(): void {
    for (const [key, ids] of started) redis.zrem(key, ...ids).catch(() => undefined);
    started.clear();
  }
  return {
    remove(name, data, id) {
      const key = keyOf(name, data);
      if (key === undefined) return;
      if (started.size === 0) setTimeout(flush, removeWithinMs).unref();
      started.set(key, [...(started.get(key) ?? []), id]);
    },
    flush,
  };
}
