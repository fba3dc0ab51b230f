import type { z } from 'zod';
import type { WorkerName } from '../services.ts';

export type QueueName = 'generate' | 'zip' | 'email' | 'domain' | 'upkeep' | 'preview' | 'import';

/** The declaration of a job. Its data and its result hold ids and counts, never documents or secrets. */
export interface Job<
  Data extends z.ZodType = z.ZodType,
  Service extends WorkerName = WorkerName,
  Queue extends QueueName = QueueName,
  Result extends z.ZodType | undefined = z.ZodType | undefined,
  Progress extends z.ZodType | undefined = z.ZodType | undefined,
> {
  /** Jobs of one service may share a queue: they share its concurrency. */
  queue: Queue;
  name: string;
  /** The service that processes it, which does not compile without a handler for it. */
  service: Service;
  data: Data;
  /** What a caller that waits for the end of the job gets (`Queue.ask`). Without it nobody waits. */
  result?: Result;
  /** What such a caller gets while the job runs (`JobContext.report`). */
  progress?: Progress;
  /**
   * Enqueued while it runs, it runs once more afterwards: for work that reads what may just have changed. Without it, what
   * is enqueued meanwhile is taken as done by the run.
   */
  rerunsIfActive?: true;
  /** Attempts of the queue before `giveUp` is called; rows count their attempts separately. */
  attempts: number;
  backoffMs: number;
}

export function defineJob<
  Data extends z.ZodType,
  const Service extends WorkerName,
  const Queue extends QueueName,
  Result extends z.ZodType | undefined = undefined,
  Progress extends z.ZodType | undefined = undefined,
>(job: Job<Data, Service, Queue, Result, Progress>): Job<Data, Service, Queue, Result, Progress> {
  return job;
}
