import type { z } from 'zod';
import type { WorkerName } from '../services.ts';

export type QueueName = 'generate' | 'zip' | 'email' | 'domain' | 'upkeep';

/** A job as one declared value. Its data carries ids, never documents, never secrets. */
export interface Job<Data extends z.ZodType = z.ZodType, Service extends WorkerName = WorkerName> {
  queue: QueueName;
  name: string;
  /** The one service that works on it: it does not compile without the job's handler. */
  service: Service;
  data: Data;
  /** Tries by the queue before `giveUp`; the rows keep their own count. */
  attempts: number;
  backoffMs: number;
}

export function defineJob<Data extends z.ZodType, const Service extends WorkerName>(
  job: Job<Data, Service>,
): Job<Data, Service> {
  return job;
}
