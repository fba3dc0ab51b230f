import { type JobData, type JobName, jobs } from '@sello/contracts';
import type { Queue as BullQueue } from 'bullmq';
import type { Ask } from './connection.ts';
import { jobIdOf, tenantPrefix } from './job-id.ts';

export interface EnqueueOptions {
  /** 1 runs first; left out, it is 1 + the chunks that the tenant has waiting, so that no tenant starves another. */
  priority?: number;
  /** ms before the job may run. */
  delay?: number;
  /** Made of the data when left out. */
  jobId?: string;
}

const waiting = ['wait', 'prioritized'] as const;
const idsRead = 5_000;
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
 * Puts a job into its queue once: while a job of the same id waits or runs, nothing happens; one that failed for good
 * is replaced. Throws AppError `unavailable`, and a ZodError when the data does not fit the contract.
 */
export async function enqueue<Name extends JobName>(
  ask: Ask,
  queueOf: (name: JobName) => BullQueue,
  name: Name,
  data: JobData<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  const parsed = jobs[name].data.parse(data) as JobData<Name>;
  const jobId = options.jobId ?? jobIdOf(name, parsed);
  await ask(async () => {
    const queue = queueOf(name);
    if ((await queue.getJobState(jobId)) === 'failed') await queue.remove(jobId);
    await queue.add(name, parsed, {
      jobId,
      priority: options.priority ?? 1 + (await waitingOf(queue, name, parsed)),
      ...jobOptions(name),
      ...(options.delay === undefined ? {} : { delay: options.delay }),
    });
  });
}

/** Jobs of this kind that the same tenant has waiting; work that is nobody's alone waits behind nothing. */
async function waitingOf(queue: BullQueue, name: JobName, data: JobData<JobName>): Promise<number> {
  if (!('tenantId' in data)) return 0;
  const ids = await queue.getRanges([...waiting], 0, idsRead);
  const prefix = tenantPrefix(name, data.tenantId);
  return ids.filter((id) => id.startsWith(prefix)).length;
}
