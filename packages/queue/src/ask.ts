import { randomUUID } from 'node:crypto';
import {
  type AskedJobName,
  type JobData,
  type JobResult,
  jobs,
  type ProgressOfJob,
  type QueueName,
} from '@sello/contracts';
import { AppError, type Logger, times } from '@sello/kit';
import { QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { markAbandoned } from './abandoned.ts';
import { type Answer, readAnswer } from './answer.ts';
import { keyPrefix, type RedisCall } from './connection.ts';
import { type EnqueueContext, enqueue } from './enqueue.ts';
import { jobIdOf } from './job-id.ts';

export interface AskOptions<Name extends AskedJobName = AskedJobName> {
  /** How long the caller waits for the end of the job, ms. */
  timeoutMs: number;
  /** Aborted when the caller has gone. */
  signal?: AbortSignal | undefined;
  /** Called while the job runs; nothing depends on its reaching the caller. */
  onProgress?: ((progress: ProgressOfJob<Name>) => void) | undefined;
}

export interface AskContext extends EnqueueContext {
  redis: Redis;
  /** How many jobs of the kind all workers run concurrently; 0 when none runs. */
  capacityOf(name: AskedJobName): Promise<number>;
  log: Logger;
}

/** How a job ended: by its handler's answer, or by a fault of the worker. */
type Ending = { answer: Answer } | { fault: string };

interface Listener {
  onEnd(ending: Ending): void;
  onProgress(progress: unknown): void;
}

interface Endings {
  /** Calls back when the job reports its progress, and when it ends; returns the function that cancels it. */
  listen(jobId: string, listener: Listener): () => void;
  close(): Promise<void>;
}

/** Enqueues jobs and waits for their results: for work that a person waits for. */
export interface Asker {
  /** A job that runs when its caller leaves is told so: `JobContext.abandoned`. */
  ask<Name extends AskedJobName>(
    name: Name,
    data: JobData<Name>,
    options: AskOptions<Name>,
  ): Promise<JobResult<Name>>;
  close(): Promise<void>;
}

export function createAsker({ redis, capacityOf, log, ...context }: AskContext): Asker {
  const { call, queueOf } = context;
  const opened = new Map<QueueName, Promise<Endings>>();

  function endingsOf(queue: QueueName): Promise<Endings> {
    const existing = opened.get(queue);
    if (existing !== undefined) return existing;
    const endings = openEndings(redis, call, queue, log);
    opened.set(queue, endings);
    // Redis was unreachable: the next caller tries again.
    endings.catch(() => opened.delete(queue));
    return endings;
  }

  /** Removes a job that nobody waits for any more; false when it runs. */
  const withdraw = (name: AskedJobName, jobId: string): Promise<boolean> =>
    call(async () => {
      if ((await queueOf(name).remove(jobId)) === 1) return true;
      await markAbandoned(redis, jobId);
      return false;
    }).catch(() => false);

  return {
    async ask(name, data, { timeoutMs, signal, onProgress }) {
      const endings = await endingsOf(jobs[name].queue);
      // A job of this caller's own: another who asks for the same gets an own answer, and either may leave.
      const jobId = `${jobIdOf(name, data)}-${randomUUID()}`;
      const { promise, resolve } = Promise.withResolvers<Ending | undefined>();
      const cancel = endings.listen(jobId, {
        onEnd: resolve,
        onProgress(progress) {
          const read = jobs[name].progress?.safeParse(progress);
          if (read?.success) onProgress?.(read.data as Parameters<typeof onProgress>[0]);
        },
      });
      const giveUp = () => resolve(undefined);
      const timer = setTimeout(giveUp, timeoutMs);
      const early = setTimeout(async () => {
        const capacity = await call(() => capacityOf(name)).catch(() => 0);
        if (capacity === 0) giveUp();
      }, times.withoutWorkerMs);
      signal?.addEventListener('abort', giveUp);
      try {
        await enqueue(context, name, [data], { jobId });
        if (signal?.aborted) giveUp();
        const ending = await promise;
        if (ending === undefined) {
          throw new AppError((await withdraw(name, jobId)) ? 'worker_busy' : 'work_too_slow');
        }
        if ('fault' in ending) throw new AppError('unavailable', { cause: new Error(ending.fault) });
        return readAnswer(name, ending.answer);
      } finally {
        cancel();
        clearTimeout(timer);
        clearTimeout(early);
        signal?.removeEventListener('abort', giveUp);
      }
    },
    async close() {
      for (const endings of opened.values()) await (await endings.catch(() => undefined))?.close();
    },
  };
}

/** Reads the endings of every job of a queue from now on. After an outage of Redis it resumes at the last one read. */
async function openEndings(redis: Redis, call: RedisCall, queue: QueueName, log: Logger): Promise<Endings> {
  const waiting = new Map<string, Listener>();
  // Not "$": what ends between two reads of "$" would be lost.
  const last = await call(() => redis.xrevrange(`${keyPrefix}:${queue}:events`, '+', '-', 'COUNT', 1));
  const connection = redis.duplicate();
  connection.on('error', () => undefined);
  const events = new QueueEvents(queue, {
    connection,
    prefix: keyPrefix,
    lastEventId: last[0]?.[0] ?? '0-0',
  });
  events.on('error', (error) => log.warn({ err: error, queue }, 'reading the ends of jobs failed'));
  events.on('completed', ({ jobId, returnvalue }) => {
    // BullMQ declares a string, and has parsed it.
    waiting.get(jobId)?.onEnd({ answer: returnvalue as unknown as Answer });
  });
  events.on('failed', ({ jobId, failedReason }) => waiting.get(jobId)?.onEnd({ fault: failedReason }));
  events.on('progress', ({ jobId, data }) => waiting.get(jobId)?.onProgress(data));
  return {
    listen(jobId, listener) {
      waiting.set(jobId, listener);
      return () => waiting.delete(jobId);
    },
    async close() {
      await events.close();
      connection.disconnect();
    },
  };
}
