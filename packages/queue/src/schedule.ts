import { type JobData, type JobName, jobs } from '@sello/contracts';
import type { Queue as BullQueue } from 'bullmq';
import type { RedisCall } from './connection.ts';
import { jobOptions } from './enqueue.ts';
import { jobIdOf } from './job-id.ts';

export interface ScheduleTimes {
  /** From one run to the next, ms. */
  everyMs: number;
  /** From now to the first run, when there is no schedule yet, ms. */
  firstAfterMs: number;
}

/** A schedule this much behind its time has lost its job. */
const lostAfterMs = 10 * 60_000;

/**
 * Sees to it that a job comes again and again, to one worker among all. The schedule lies in Redis, which may lose it:
 * whoever needs it calls this now and then. One that stands as it should be is left alone.
 */
export async function ensureScheduled<Name extends JobName>(
  call: RedisCall,
  queueOf: (name: JobName) => BullQueue,
  name: Name,
  data: JobData<Name>,
  { everyMs, firstAfterMs }: ScheduleTimes,
): Promise<void> {
  const parsed = jobs[name].data.parse(data);
  const id = jobIdOf(name, parsed);
  await call(async () => {
    const queue = queueOf(name);
    const existing = await queue.getJobScheduler(id);
    const isDue = (existing?.next ?? 0) + everyMs + lostAfterMs > Date.now();
    if (existing?.every === everyMs && isDue) return;
    await queue.upsertJobScheduler(
      id,
      { every: everyMs, startDate: Date.now() + firstAfterMs },
      { name, data: parsed, opts: jobOptions(name) },
    );
  });
}
