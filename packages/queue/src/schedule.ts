import { type JobData, type JobName, jobs } from '@sello/contracts';
import { times } from '@sello/kit';
import type { Queue as BullQueue } from 'bullmq';
import type { RedisCall } from './connection.ts';
import { jobOptions } from './enqueue.ts';
import { jobIdOf } from './job-id.ts';

export interface ScheduleTimes {
  /** ms from one run to the next. */
  everyMs: number;
  /** ms from now to the first run, when the schedule does not exist yet. */
  firstAfterMs: number;
}

/**
 * Creates a repeating job (a BullMQ job scheduler) unless it exists; each run goes to one worker of all. Redis may lose
 * the schedule, so callers repeat this call. A schedule that is as it should be is left unchanged.
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
    const isDue = (existing?.next ?? 0) + everyMs + times.scheduleLostMs > Date.now();
    if (existing?.every === everyMs && isDue) return;
    await queue.upsertJobScheduler(
      id,
      { every: everyMs, startDate: Date.now() + firstAfterMs },
      { name, data: parsed, opts: jobOptions(name) },
    );
  });
}
