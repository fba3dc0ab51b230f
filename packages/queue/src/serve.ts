import { type JobData, type JobName, type JobNameOf, jobs, type ServiceName } from '@sello/contracts';
import { type Logger, withLogIds } from '@sello/kit';
import { DelayedError, type Job, type JobProgress, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { publishCapacity } from './capacity.ts';
import { keyPrefix } from './connection.ts';
import { createWaitingRemover, type WaitingRemover } from './waiting-jobs.ts';

export interface JobContext {
  /** Counts from 1; being killed does not count. */
  attempt: number;
  log: Logger;
  /** Aborted when the service drains: finish what is short, hand back what is long. */
  signal: AbortSignal;
  /** Ends the run and puts the job back, after a delay in ms; it is not counted as a failed attempt. */
  handBack(delayMs: number): never;
}

/** What a worker does about one kind of job. Both functions may run more than once for the same data. */
export interface JobHandler<Name extends JobName> {
  run(data: JobData<Name>, context: JobContext): Promise<void>;
  /** The last word after the last attempt: whatever is unfinished gets this error. */
  giveUp(data: JobData<Name>, error: unknown, context: JobContext): Promise<void>;
}

/** Exactly one handler for each job of a service; a missing one or that of a foreign job does not compile. */
export type HandlersOf<Service extends ServiceName> = {
  readonly [Name in JobNameOf<Service>]: JobHandler<Name>;
} & { readonly [Name in Exclude<JobName, JobNameOf<Service>>]?: never };

export interface ServeOptions<Service extends ServiceName> {
  /** Jobs of each kind that this process runs at a time. */
  concurrency: Readonly<Record<JobNameOf<Service>, number>>;
}

export interface Serving {
  /** Takes no further jobs, tells the running ones to come to an end, and waits for them. */
  close(): Promise<void>;
  /** Jobs that run in this process now. */
  running(): number;
}

class HandBack extends Error {
  readonly delayMs: number;

  constructor(delayMs: number) {
    super('handed back');
    this.delayMs = delayMs;
  }
}

// After kill -9 another worker has the job within about 10 s. The lock outlives the longest turn of the event loop
// that compiling a template takes; being killed is never counted against a job.
const recovery = { lockDuration: 6_000, stalledInterval: 3_000, maxStalledCount: 1_000_000 } as const;
const afterFaultMs = 1_000;

export function serve<Service extends ServiceName>(
  redis: Redis,
  log: Logger,
  handlers: HandlersOf<Service>,
  options: ServeOptions<Service>,
): Serving {
  const draining = new AbortController();
  const waiting = createWaitingRemover(redis);
  let running = 0;

  const workers = (Object.keys(handlers) as JobNameOf<Service>[]).map((name) => {
    const handler: JobHandler<JobNameOf<Service>> = handlers[name];
    const worker = new Worker(
      jobs[name].queue,
      async (job, token) => {
        running++;
        try {
          await runJob(waiting, name, handler, job, token, draining.signal, log);
        } finally {
          running--;
        }
      },
      {
        connection: redis,
        prefix: keyPrefix,
        concurrency: options.concurrency[name],
        runRetryDelay: afterFaultMs,
        drainDelay: 2,
        ...recovery,
      },
    );
    worker.on('error', (error) =>
      log.warn({ err: error, queue: jobs[name].queue }, 'the queue is in trouble'),
    );
    worker.on('stalled', (jobId) => log.warn({ jobId }, 'a job whose worker died runs again'));
    return worker;
  });

  const capacity = publishCapacity(redis, options.concurrency);

  return {
    running: () => running,
    async close() {
      draining.abort();
      capacity.end();
      await Promise.all(workers.map((worker) => worker.close()));
      waiting.flush();
    },
  };
}

async function runJob<Name extends JobName>(
  { remove }: WaitingRemover,
  name: Name,
  handler: JobHandler<Name>,
  job: Job<unknown, void, string, JobProgress>,
  token: string | undefined,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  const parsed = jobs[name].data.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError(`the data of ${name} does not fit its contract`);
  const data = parsed.data as JobData<Name>;
  if (job.id !== undefined) remove(name, data, job.id);
  const context: JobContext = {
    attempt: job.attemptsMade + 1,
    signal,
    log,
    handBack(delayMs) {
      throw new HandBack(delayMs);
    },
  };
  const ids = {
    ...('tenantId' in data ? { tenantId: data.tenantId } : {}),
    ...(job.id === undefined ? {} : { jobId: job.id }),
    ...('batchId' in data ? { batchId: data.batchId } : {}),
  };
  await withLogIds(ids, async () => {
    try {
      await handler.run(data, context);
    } catch (error) {
      if (error instanceof HandBack) {
        await job.moveToDelayed(Date.now() + error.delayMs, token);
        throw new DelayedError();
      }
      const isLast = context.attempt >= jobs[name].attempts;
      log.error({ err: error, attempt: context.attempt, isLast }, `${name} failed`);
      // If this fails too, the rows stay open and the reconciler enqueues them again.
      if (isLast) await handler.giveUp(data, error, context);
      throw error;
    }
  });
}
