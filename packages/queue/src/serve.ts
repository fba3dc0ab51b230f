import {
  type JobData,
  type JobEnd,
  type JobName,
  type JobNameOf,
  jobs,
  type ProgressOfJob,
  type QueueName,
  type QueueNameOf,
  type ServiceName,
} from '@sello/contracts';
import { isAppError, type Logger, times, withLogIds } from '@sello/kit';
import { DelayedError, type Job, type JobProgress, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { watchAbandoned } from './abandoned.ts';
import { type Answer, answerOf } from './answer.ts';
import { publishCapacity } from './capacity.ts';
import { isChunkJob } from './chunk-rows.ts';
import { keyPrefix } from './connection.ts';
import { createJobGate } from './job-gate.ts';
import { isSuspectJob, runSuspectJob } from './suspect-job.ts';

export interface JobContext<Name extends JobName = JobName> {
  /** Starts at 1. A run whose worker was killed does not count. */
  attempt: number;
  log: Logger;
  /** Aborted when the service drains or another job must run alone: finish short work, hand long work back. */
  signal: AbortSignal;
  /**
   * Runs it while no other job runs in this process: the signals of the others are aborted, and new ones wait. False,
   * without running it, when another job does the same or the others have not ended after 15 s.
   */
  alone(run: () => Promise<void>): Promise<boolean>;
  /**
   * Aborted when nobody waits for a job with a `result` any more. What the handler throws then is no failure: the job
   * ends.
   */
  abandoned: AbortSignal;
  /** Tells who waits for the job how far it is. Does not throw: nothing depends on it. */
  report(progress: ProgressOfJob<Name>): void;
  /** Ends the run and delays the job by `delayMs`. This is not a failed attempt. */
  handBack(delayMs: number): never;
}

/** Handles one kind of job. Both functions must be idempotent: they may run more than once for the same data. */
export interface JobHandler<Name extends JobName> {
  /** A job with a `result` returns it; an error that the caller can do something about reaches the caller as it is. */
  run(data: JobData<Name>, context: JobContext<Name>): JobEnd<Name>;
  /** Called after the last attempt failed: records the error on everything that is unfinished. */
  giveUp(data: JobData<Name>, error: unknown, context: JobContext): Promise<void>;
}

/** Exactly one handler for each job of a service. A missing one, or one for a job of another service, does not compile. */
export type HandlersOf<Service extends ServiceName> = {
  readonly [Name in JobNameOf<Service>]: JobHandler<Name>;
} & { readonly [Name in Exclude<JobName, JobNameOf<Service>>]?: never };

export interface ServeOptions<Service extends ServiceName> {
  /** How many jobs of each queue this process runs concurrently. */
  concurrency: Readonly<Record<QueueNameOf<Service>, number>>;
}

export interface Serving {
  /** Takes no further jobs, aborts the signal of the running ones and waits for them. */
  close(): Promise<void>;
  /** How many jobs run in this process now. */
  running(): number;
}

class HandBack extends Error {
  readonly delayMs: number;

  constructor(delayMs: number) {
    super('handed back');
    this.delayMs = delayMs;
  }
}

// A job whose worker was killed does not fail for that (`maxStalledCount`), but when it
// is found to be the cause: a chunk's rows (`chunkJob`), or the whole job (`runSuspectJob`).
const recovery = {
  lockDuration: times.jobLockMs,
  stalledInterval: times.jobStalledMs,
  maxStalledCount: 1_000_000,
} as const;
/** A job that somebody waits for fails when so many workers were killed while they ran it: who asked can ask again. */
const killedWhileAsked = 2;

export function serve<Service extends ServiceName>(
  redis: Redis,
  log: Logger,
  handlers: HandlersOf<Service>,
  options: ServeOptions<Service>,
): Serving {
  const draining = new AbortController();
  const gate = createJobGate();
  let running = 0;

  const names = Object.keys(handlers) as JobNameOf<Service>[];
  const handlerOf = (name: string): JobHandler<JobNameOf<Service>> | undefined =>
    Object.hasOwn(handlers, name) ? handlers[name as JobNameOf<Service>] : undefined;
  const concurrencyOf = (queue: QueueName): number => options.concurrency[queue as QueueNameOf<Service>];

  const workers = [...new Set(names.map((name) => jobs[name].queue))].map((queue) => {
    const worker = new Worker<unknown, Answer | undefined>(
      queue,
      async (job, token) => {
        const handler = handlerOf(job.name);
        // Enqueued by a newer release.
        if (handler === undefined) throw new UnrecoverableError(`no handler for ${job.name}`);
        running++;
        try {
          const name = job.name as JobNameOf<Service>;
          return await gate.enter(({ stop, alone }) => {
            const signal = AbortSignal.any([draining.signal, stop]);
            return runJob(redis, name, handler, job, token, { signal, alone }, log);
          });
        } finally {
          running--;
        }
      },
      {
        connection: redis,
        prefix: keyPrefix,
        concurrency: concurrencyOf(queue),
        runRetryDelay: times.afterFaultMs,
        drainDelay: times.queueReadSeconds,
        ...recovery,
      },
    );
    worker.on('error', (error) => log.warn({ err: error, queue }, 'a queue worker reported an error'));
    worker.on('stalled', (jobId) => log.warn({ jobId }, 'a stalled job runs again: its worker died'));
    return worker;
  });

  const capacity = publishCapacity(
    redis,
    Object.fromEntries(names.map((name) => [name, concurrencyOf(jobs[name].queue)])),
  );

  return {
    running: () => running,
    async close() {
      draining.abort();
      capacity.end();
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

async function runJob<Name extends JobName>(
  redis: Redis,
  name: Name,
  handler: JobHandler<Name>,
  job: Job<unknown, Answer | undefined, string, JobProgress>,
  token: string | undefined,
  { signal, alone }: Pick<JobContext, 'signal' | 'alone'>,
  log: Logger,
): Promise<Answer | undefined> {
  const parsed = jobs[name].data.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError(`the data of ${name} does not match its contract`);
  const data = parsed.data as JobData<Name>;
  if (jobs[name].result !== undefined && job.stalledCounter >= killedWhileAsked) {
    log.error({ jobId: job.id, killed: job.stalledCounter }, `${name} was given up: its workers died`);
    throw new UnrecoverableError(`${job.stalledCounter} workers died while they ran it`);
  }
  // Only for a job with a result does anybody wait.
  const watch =
    jobs[name].result && job.id !== undefined
      ? watchAbandoned(redis, job.id)
      : { signal: new AbortController().signal, stop: () => undefined };
  const context: JobContext<Name> = {
    attempt: job.attemptsMade + 1,
    signal,
    alone,
    log,
    abandoned: watch.signal,
    report(progress) {
      job.updateProgress(progress as JobProgress).catch(() => undefined);
    },
    handBack(delayMs) {
      throw new HandBack(delayMs);
    },
  };
  const ids = {
    ...('tenantId' in data ? { tenantId: data.tenantId } : {}),
    ...(job.id === undefined ? {} : { jobId: job.id }),
    ...('batchId' in data ? { batchId: data.batchId } : {}),
  };
  const suspect = { queue: jobs[name].queue, id: job.id ?? '', killed: job.stalledCounter };
  const ownsItsEnd = isChunkJob(name) || jobs[name].result !== undefined;
  async function runAlone(): Promise<void> {
    const run = async () => void (await handler.run(data, context));
    await runSuspectJob(suspect, { redis, log, signal, alone, run, handBack: context.handBack });
  }
  return withLogIds(ids, async () => {
    try {
      if (!ownsItsEnd && isSuspectJob(suspect)) return void (await runAlone());
      return await answerOf(name, () => handler.run(data, context));
    } catch (error) {
      if (error instanceof HandBack) {
        await job.moveToDelayed(Date.now() + error.delayMs, token);
        throw new DelayedError();
      }
      if (watch.signal.aborted) {
        log.info(`${name} was stopped, because nobody waits for it any more`);
        return undefined;
      }
      const hasEndedWorkers = isAppError(error, 'job_ended_worker');
      const isLast = hasEndedWorkers || context.attempt >= jobs[name].attempts;
      log.error({ err: error, attempt: context.attempt, isLast }, `${name} failed`);
      // If this fails too, the rows stay unfinished and the reconciler enqueues them again.
      if (isLast) await handler.giveUp(data, error, context);
      throw hasEndedWorkers ? new UnrecoverableError(error.message) : error;
    } finally {
      watch.stop();
    }
  });
}
