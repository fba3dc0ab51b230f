import { type JobData, type JobName, jobs } from '@sello/contracts';
import type { Queue as BullQueue } from 'bullmq';
import type { ChainableCommander, Redis } from 'ioredis';
import type { RedisCall } from './connection.ts';
import { jobIdOf } from './job-id.ts';
import { addWaiting } from './waiting-jobs.ts';

export interface EnqueueOptions {
  /** 1 runs first. Default: 1 + the jobs of this kind that wait for the tenant, so that no tenant starves another. */
  priority?: number;
  /** ms before the job may run. */
  delay?: number;
  /** Default: derived from the data. */
  jobId?: string;
}

export interface EnqueueContext {
  call: RedisCall;
  redis: Redis;
  queueOf: (name: JobName) => BullQueue;
}

const failedKeptSeconds = 7 * 24 * 60 * 60;

/** BullMQ's options of a job: attempts and backoff as its contract says, and how long a failed job is kept. */
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
 * Enqueues jobs of one kind and one tenant. Idempotent: while a job of the same id waits or runs, nothing happens, unless
 * its contract says `rerunsIfActive`; a job that has failed is replaced. It takes two round trips, independent of the number of jobs.
 * Throws AppError `unavailable`, and a ZodError when data does not match the contract.
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
    const transaction = redis.multi().zmscore(queue.toKey('failed'), ...ids);
    const waitingOf = priority === undefined ? addWaiting(transaction, name, given[0]!.data, ids) : () => 0;
    const replies = await repliesOf(transaction);
    const failedAt = replies[0] as (string | null)[];
    const waiting = waitingOf(replies);
    for (const id of ids.filter((_, place) => failedAt[place] !== null)) await queue.remove(id);
    await queue.addBulk(
      given.map(({ data, jobId }, place) => ({
        name,
        data,
        opts: {
          ...identity(name, jobId),
          priority: priority ?? 1 + waiting + place,
          ...jobOptions(name),
          ...(delay !== undefined && { delay }),
        },
      })),
    );
  });
}

/** One job of this id at a time; or one that waits beside one that runs, of which the queue then chooses the ids. */
const identity = (name: JobName, id: string) =>
  jobs[name].rerunsIfActive ? { deduplication: { id, keepLastIfActive: true } } : { jobId: id };

/** Runs a transaction and returns the reply of each command. Throws the first error. */
async function repliesOf(transaction: ChainableCommander): Promise<unknown[]> {
  const replies = (await transaction.exec()) ?? [[new Error('redis sent no reply'), undefined]];
  return replies.map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}
