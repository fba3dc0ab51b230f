import { type JobData, type JobName, jobs, serviceLimits } from '@sello/contracts';
import { scaled } from '@sello/kit';
import type { Queue as BullQueue } from 'bullmq';
import type { RedisCall } from './connection.ts';
import { jobIdOf } from './job-id.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface EnqueueOptions {
  /** Whether it runs only when nothing else of its queue waits. */
  inBackground?: boolean;
  /** ms before the job may run. */
  delay?: number;
  /** Default: derived from the data. */
  jobId?: string;
}

export interface EnqueueContext {
  call: RedisCall;
  virtualTime: VirtualTime;
  queueOf: (name: JobName) => BullQueue;
}

/** BullMQ's options of a job: attempts and backoff as its contract says, and how long a failed job is kept. */
export function jobOptions(name: JobName) {
  const { attempts, backoffMs } = jobs[name];
  return {
    attempts,
    backoff: { type: 'exponential', delay: scaled(backoffMs), jitter: 0.5 },
    removeOnComplete: true,
    removeOnFail: { age: serviceLimits.failedJobKeptSeconds, count: 10_000 },
  };
}

/**
 * Enqueues jobs of one kind and one tenant. Idempotent: while a job of the same id waits or runs, nothing happens, unless
 * its contract says `rerunsIfActive`; a job that has failed is replaced. Each tenant gets the same share of a queue, see
 * `VirtualTime`. It takes two round trips, independent of the number of jobs.
 * Throws AppError `unavailable`, and a ZodError when data does not match the contract.
 */
export async function enqueue<Name extends JobName>(
  { call, virtualTime, queueOf }: EnqueueContext,
  name: Name,
  many: readonly JobData<Name>[],
  { inBackground = false, delay, jobId }: EnqueueOptions = {},
): Promise<void> {
  const given = many.map((data) => {
    const parsed = jobs[name].data.parse(data) as JobData<Name>;
    return { data: parsed, jobId: jobId ?? jobIdOf(name, parsed) };
  });
  if (given.length === 0) return;
  const ids = given.map((one) => one.jobId);
  await call(async () => {
    const queue = queueOf(name);
    const places = await virtualTime.assign(queue, { name, data: given[0]!.data, ids, inBackground });
    for (const id of ids.filter((_, at) => places[at]!.isFailed)) await queue.remove(id);
    await queue.addBulk(
      given.map(({ data, jobId }, at) => ({
        name,
        data,
        opts: {
          ...identity(name, jobId),
          priority: places[at]!.priority,
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
