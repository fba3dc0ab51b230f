import type { z } from 'zod';

export type QueueName = 'generate' | 'zip' | 'email' | 'domain';

/** A job as one declared value. Its data carries ids, never documents, never secrets. */
export interface Job<Data extends z.ZodType = z.ZodType> {
  queue: QueueName;
  name: string;
  data: Data;
  /** Tries by the queue before `giveUp`; the rows keep their own count. */
  attempts: number;
  backoffMs: number;
}

export function defineJob<Data extends z.ZodType>(job: Job<Data>): Job<Data> {
  return job;
}
