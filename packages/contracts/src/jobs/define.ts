import type { z } from 'zod';
import type { WorkerName } from '../services.ts';

export type QueueName = 'generate' | 'zip' | 'email' | 'domain' | 'upkeep';

/** The declaration of a job. Its data holds ids, never documents or secrets. */
export interface Job<Data extends z.ZodType = z.ZodType, Service extends WorkerName = WorkerName> {
  queue: QueueName;
  name: string;
  /** The service that processes it, which does not compile without a handler for it. */
  service: Service;
  data: Data;
  /** Attempts of the queue before `giveUp` is called; rows count their attempts separately. */
  attempts: number;
  backoffMs: number;
}

export function defineJob<Data extends z.ZodType, const Service extends WorkerName>(
  job: Job<Data, Service>,
): Job<Data, Service> {
  return job;
}
