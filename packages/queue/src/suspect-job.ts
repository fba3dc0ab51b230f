import { AppError, type Logger, times } from '@sello/kit';
import type { Redis } from 'ioredis';
import { keyPrefix } from './connection.ts';
import { areSuspect, workOneByOne } from './one-by-one.ts';

/** What is known of a job whose processes have ended. */
export interface SuspectJob {
  queue: string;
  id: string;
  /** How many processes have ended while they ran it. */
  killed: number;
}

export interface SuspectWork {
  redis: Redis;
  log: Logger;
  /** Aborted when the service drains or another job must run alone. */
  signal: AbortSignal;
  alone(run: () => Promise<void>): Promise<boolean>;
  run(): Promise<void>;
  /** Ends the run and delays the job by `delayMs`. */
  handBack(delayMs: number): never;
  uptimeMs?: () => number;
}

/** Whether a job that no chunk's rows tell about, and nobody waits for, is to be worked on alone. */
export const isSuspectJob = ({ killed }: SuspectJob): boolean =>
  areSuspect([{ index: 0, fence: 0, unreleased: killed + 1 }]);

/**
 * Runs a job that may end its process as if it were a row of one: alone in the process, counted before, and given up when
 * it has ended three processes that ran nothing else (`workOneByOne`). The count is kept in the job's hash, so it goes with
 * the job. Throws AppError `job_ended_worker`, which gives the job up at once.
 */
export async function runSuspectJob(job: SuspectJob, work: SuspectWork): Promise<void> {
  const { redis, log, signal, alone, run, handBack, uptimeMs = () => process.uptime() * 1_000 } = work;
  const hash = `${keyPrefix}:${job.queue}:${job.id}`;
  const count = async (endedAlone: number) => void (await redis.hset(hash, { endedAlone }));
  const endedAlone = Number((await redis.hget(hash, 'endedAlone')) ?? 0);
  let isFinished = false;
  let isGivenUp = false;
  log.warn(
    { jobId: job.id, killed: job.killed, endedAlone },
    'a job runs alone: processes have ended with it',
  );
  const againAfterMs = await workOneByOne({
    ...{ rows: [{ index: 0, fence: 0, endedAlone }], signal, uptimeMs },
    alone: (whole) => aloneAtFirst(alone, whole),
    referenceOf: () => job.id,
    begin: async () => {
      await count(endedAlone + 1);
      return true;
    },
    async work() {
      await run();
      isFinished = true;
      return { isFinished, againAfterMs: undefined };
    },
    survived: () =>
      count(endedAlone).catch((error: unknown) =>
        log.warn({ err: error }, 'it could not be noted that a process has lived'),
      ),
    fail: async () => {
      isGivenUp = true;
    },
  });
  if (isGivenUp) throw endedWorker(job.id, endedAlone);
  if (!isFinished) handBack(againAfterMs ?? 0);
}

/** Whether it is alone at first is the answer; it goes on beside others after `ms`. */
export async function aloneAtFirst(
  alone: SuspectWork['alone'],
  run: () => Promise<void>,
  ms = times.aloneMs,
): Promise<boolean> {
  let whole: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    const isOurs = await alone(async () => {
      whole = run();
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([whole, enough]);
    });
    await whole;
    return isOurs;
  } finally {
    clearTimeout(timer);
  }
}

function endedWorker(reference: string, times: number): AppError {
  return new AppError('job_ended_worker', { details: { times, reference } });
}
