import { z } from 'zod';
import { id } from '../scalars.ts';
import type { ServiceName } from '../services.ts';
import { defineJob } from './define.ts';

export * from './define.ts';

/** A chunk of a batch: rows with `from <= index < to`. */
const chunk = z.strictObject({ tenantId: id, batchId: id, from: z.int().min(0), to: z.int().min(1) });

const generateJob = defineJob({
  queue: 'generate',
  name: 'generate',
  service: 'render-worker',
  data: chunk,
  attempts: 5,
  backoffMs: 2_000,
});
const zipJob = defineJob({
  queue: 'zip',
  name: 'zip',
  service: 'render-worker',
  data: z.strictObject({ tenantId: id, batchId: id }),
  attempts: 5,
  backoffMs: 2_000,
});
const emailJob = defineJob({
  queue: 'email',
  name: 'email',
  service: 'mail-worker',
  data: chunk,
  attempts: 5,
  backoffMs: 5_000,
});
const domainJob = defineJob({
  queue: 'domain',
  name: 'domain',
  service: 'domain-worker',
  data: z.strictObject({ tenantId: id, domainId: id }),
  attempts: 3,
  backoffMs: 5_000,
});
/** Periodic maintenance tasks; each run is processed by one worker. */
export const upkeepTask = z.enum(['archives', 'packs', 'scrub']);
export type UpkeepTask = z.infer<typeof upkeepTask>;
const upkeepJob = defineJob({
  queue: 'upkeep',
  name: 'upkeep',
  service: 'render-worker',
  data: z.strictObject({ task: upkeepTask }),
  attempts: 3,
  backoffMs: 60_000,
});
export const jobs = {
  generate: generateJob,
  zip: zipJob,
  email: emailJob,
  domain: domainJob,
  upkeep: upkeepJob,
} as const;
export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
/** The jobs that a service processes. */
export type JobNameOf<Service extends ServiceName> = {
  [Name in JobName]: Jobs[Name]['service'] extends Service ? Name : never;
}[JobName];
export type JobData<Name extends JobName> = z.infer<Jobs[Name]['data']>;
