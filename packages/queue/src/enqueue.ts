import { type JobData, type JobName, jobs } from '@sello/contracts';
import type { Queue as BullQueue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RedisCall } from './connection.ts';
import { jobIdOf } from './job-id.ts';
import { addWaiting } from './waiting-jobs.ts';

export interface EnqueueOptions {
  /** 1 runs first; left out, it is 1 + the jobs of its kind that the tenant has waiting, so that no tenant starves another. */
  priority?: number;
  /** ms before the job may run. */
  delay?: number;
  /** Made of the data when left out. */
  jobId?: string;
}

export interface EnqueueContext {
  call: RedisCall;
  redis: Redis;
  queueOf: (name: JobName) => BullQueue;
}

const failedKeptSeconds = 7 * 24 * 60 * 60;

/** Tries, waits and what is kept, by the job's contract. */
export function jobOptions(name: JobName) {
  const { attempts, backoffMs } = jobs[name];
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
    removeOnComplete: true,
    removeOnFail: { age: failedKeptSeconds, count: 10_000 },
  };
}

/**
 * Puts jobs of one kind and one tenant into their queue, each once: while a job of the same id waits or runs, nothing
 * happens; one that failed for good is replaced. Two round trips, however many jobs there are and however many wait.
 * Throws AppError `unavailable`, and a ZodError when data does not fit the contract.
 */
export async function enqueue<Name extends JobName>(
  { call, redis, queueOf }: EnqueueContext,
  name: Name,
  many: readonly JobData<Name>[],
  { priority, delay, jobId }: EnqueueOptions = {},
): Promise<void> {
  const given = many.map((data) => {
    const parsed = jobs[name].data.parse(data) as JobData<Name>;
    return { data: parsed, jobId: jobId ?? jobIdOf(name, parsed) };
  });
  if (given.length === 0) return;
  const ids = given.map((one) => one.jobId);
  await call(async () => {
    const queue = queueOf(name);
    const [failed, waiting] = await Promise.all([
      failedAmong(redis, queue, ids),
      priority === undefined ? addWaiting(redis, name, given[0]!.data, ids) : 0,
    ]);
    for (const id of failed) await queue.remove(id);
    await queue.addBulk(
      given.map(({ data, jobId }, place) => ({
        name,
        data,
        opts: {
          jobId,
          priority: priority ?? 1 + waiting + place,
          ...jobOptions(name),
          ...(delay !== undefined && { delay }),
        },
      })),
    );
  });
}

/** Those of these jobs that have failed for good. */
async function failedAmong(redis: Redis, queue: BullQueue, ids: readonly string[]): Promise<string[]> {
  const failedAt = await redis.zmscore(queue.toKey('failed'), ...ids);
  return ids.filter((_, place) => failedAt[place] !== null);
}
