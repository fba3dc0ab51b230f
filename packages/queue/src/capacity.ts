import { randomUUID } from 'node:crypto';
import { type JobName, jobs } from '@sello/contracts';
import { times } from '@sello/kit';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { keyPrefix } from './connection.ts';

const keyOf = (job: JobName): string => `${keyPrefix}:capacity:${job}`;

/**
 * Publishes in Redis how many jobs of each kind this process runs concurrently, until `end` is called. If Redis loses
 * the entry, the next heartbeat writes it again.
 */
export function publishCapacity(redis: Redis, capacity: Readonly<Partial<Record<JobName, number>>>) {
  const id = randomUUID();
  const members = Object.entries(capacity).map(
    ([job, concurrency]) => [keyOf(job as JobName), `${id} ${concurrency}`] as const,
  );
  const heartbeat = (): void => {
    for (const [key, member] of members) redis.zadd(key, Date.now(), member).catch(() => undefined);
  };
  heartbeat();
  const timer = setInterval(heartbeat, times.heartbeatMs);
  timer.unref();
  return {
    end(): void {
      clearInterval(timer);
      for (const [key, member] of members) redis.zrem(key, member).catch(() => undefined);
    },
  };
}

/** Sums how many jobs of a kind all workers run concurrently. The sum is cached for a second, because every chunk needs it. */
export function createCapacity(redis: Redis): (job: JobName) => Promise<number> {
  async function count(job: JobName): Promise<number> {
    const since = Date.now() - times.workerAliveMs;
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
    ttl: times.capacityKeptMs,
    fetchMethod: count,
  });
  return (job) => known.forceFetch(job);
}
