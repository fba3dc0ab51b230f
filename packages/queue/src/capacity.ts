import { randomUUID } from 'node:crypto';
import { type JobName, jobs } from '@sello/contracts';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { keyPrefix } from './connection.ts';

/** A worker that was not heard of for this long counts no longer. */
const aliveMs = 15_000;
const beatMs = 5_000;
/** How long what was counted holds, ms. */
const freshMs = 1_000;

const keyOf = (job: JobName): string => `${keyPrefix}:capacity:${job}`;

/**
 * Tells the others how many jobs of each kind this process runs at a time, for as long as it lives; the answer ends it.
 * Redis may forget it: the next beat tells it again.
 */
export function publishCapacity(redis: Redis, capacity: Readonly<Partial<Record<JobName, number>>>) {
  const id = randomUUID();
  const members = Object.entries(capacity).map(
    ([job, places]) => [keyOf(job as JobName), `${id} ${places}`] as const,
  );
  const beat = (): void => {
    for (const [key, member] of members) redis.zadd(key, Date.now(), member).catch(() => undefined);
  };
  beat();
  const timer = setInterval(beat, beatMs);
  timer.unref();
  return {
    end(): void {
      clearInterval(timer);
      for (const [key, member] of members) redis.zrem(key, member).catch(() => undefined);
    },
  };
}

/** Counts how many jobs of a kind all workers run at a time; asked for every chunk, read once a second. */
export function createCapacity(redis: Redis): (job: JobName) => Promise<number> {
  async function count(job: JobName): Promise<number> {
    const since = Date.now() - aliveMs;
    const replies = await redis
      .multi()
      .zremrangebyscore(keyOf(job), '-inf', since)
      .zrange(keyOf(job), '0', '-1')
      .exec();
    const members = (replies?.[1]?.[1] ?? []) as string[];
    return members.reduce((sum, member) => sum + Number(member.split(' ')[1]), 0);
  }

  const known = new LRUCache<JobName, number>({
    max: Object.keys(jobs).length,
    ttl: freshMs,
    fetchMethod: count,
  });
  return (job) => known.forceFetch(job);
}
