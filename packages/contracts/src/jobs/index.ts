import { z } from 'zod';
import { pdfImport, pdfImportProgress } from '../pdf-import.ts';
import { id } from '../scalars.ts';
import type { ServiceName } from '../services.ts';
import { importOptions, importProgress, importSummary } from '../student-import.ts';
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
const exportJob = defineJob({
  queue: 'zip',
  name: 'export',
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
/** Sends the letter of an invitation; the queue's attempts are for faults, a mail server's refusals are counted by the letter. */
const inviteJob = defineJob({
  queue: 'email',
  name: 'invite',
  service: 'mail-worker',
  data: z.strictObject({ tenantId: id, inviteId: id, letterId: id }),
  attempts: 5,
  backoffMs: 5_000,
});
/** Sends the letter that the report of a mistake needs now; attempts as for invitations. */
const mistakeJob = defineJob({
  queue: 'email',
  name: 'mistake',
  service: 'mail-worker',
  data: z.strictObject({ tenantId: id, reportId: id, letterId: id }),
  attempts: 5,
  backoffMs: 5_000,
});
const domainJob = defineJob({
  queue: 'domain',
  name: 'domain',
  service: 'domain-worker',
  data: z.strictObject({ tenantId: id, domainId: id }),
  rerunsIfActive: true,
  attempts: 3,
  backoffMs: 5_000,
});
/** Periodic maintenance tasks; each run is processed by one worker. */
export const upkeepTask = z.enum([
  ...(['archives', 'deletions', 'logos', 'packs', 'scrub', 'temporary', 'thumbnails'] as const),
]);
export type UpkeepTask = z.infer<typeof upkeepTask>;
const upkeepJob = defineJob({
  queue: 'upkeep',
  name: 'upkeep',
  service: 'render-worker',
  data: z.strictObject({ task: upkeepTask }),
  attempts: 3,
  backoffMs: 60_000,
});
/**
 * Prints a template as a PDF for the person who waits for it, and stores it as a temporary object (`previewKeys`).
 * Without `templateId` the design is a temporary object too, `studentId` names whose values it prints.
 */
const previewJob = defineJob({
  queue: 'preview',
  name: 'preview',
  service: 'render-worker',
  data: z.strictObject({
    tenantId: id,
    previewId: id,
    templateId: id.optional(),
    studentId: id.optional(),
    /** Whether each page is marked as a specimen. */
    mark: z.boolean(),
  }),
  result: z.strictObject({ size: z.int(), pages: z.int() }),
  // Somebody waits for it and can ask again.
  attempts: 1,
  backoffMs: 1_000,
});
/** Reads a PDF, a temporary object (`importKeys`), and stores its pages as assets of the tenant. */
const importPdfJob = defineJob({
  queue: 'preview',
  name: 'import-pdf',
  service: 'render-worker',
  data: z.strictObject({ tenantId: id, importId: id }),
  result: pdfImport,
  progress: pdfImportProgress,
  // Somebody waits for it and can ask again.
  attempts: 1,
  backoffMs: 1_000,
});
/** Writes rows of an import. */
const importJob = defineJob({
  queue: 'import',
  name: 'import',
  service: 'render-worker',
  data: chunk,
  attempts: 5,
  backoffMs: 2_000,
});
/** Reads a CSV, a temporary object (`studentImportKeys`), and compares it with the students. */
const readStudentsJob = defineJob({
  queue: 'import',
  name: 'read-students',
  service: 'render-worker',
  data: importOptions.extend({ tenantId: id, importId: id }),
  result: importSummary,
  progress: importProgress,
  // Somebody waits for it and can ask again.
  attempts: 1,
  backoffMs: 1_000,
});
/**
 * Lays out rows of a preflight from the row `from` on for about a second, and enqueues itself for the rest; after the
 * last row it draws the riskiest. Everything that it reads and writes is a temporary object (`preflightKeys`).
 */
const preflightJob = defineJob({
  queue: 'preview',
  name: 'preflight',
  service: 'render-worker',
  data: z.strictObject({ tenantId: id, preflightId: id, from: z.int().min(0) }),
  attempts: 3,
  backoffMs: 1_000,
});
export const jobs = {
  generate: generateJob,
  zip: zipJob,
  export: exportJob,
  email: emailJob,
  invite: inviteJob,
  mistake: mistakeJob,
  domain: domainJob,
  upkeep: upkeepJob,
  preview: previewJob,
  'import-pdf': importPdfJob,
  import: importJob,
  'read-students': readStudentsJob,
  preflight: preflightJob,
} as const;
export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
/** The jobs that a service processes. */
export type JobNameOf<Service extends ServiceName> = {
  [Name in JobName]: Jobs[Name]['service'] extends Service ? Name : never;
}[JobName];
/** The queues that a service serves. */
export type QueueNameOf<Service extends ServiceName> = Jobs[JobNameOf<Service>]['queue'];
export type JobData<Name extends JobName> = z.infer<Jobs[Name]['data']>;
/** The jobs whose end a caller can wait for. */
export type AskedJobName = {
  [Name in JobName]: Jobs[Name] extends { result?: undefined } ? never : Name;
}[JobName];
/** What a caller that waits gets. */
export type JobResult<Name extends AskedJobName> = z.infer<NonNullable<Jobs[Name]['result']>>;
/** What the handler of a job reports to who waits for it. */
export type ProgressOfJob<Name extends JobName> = Jobs[Name] extends { progress?: infer Schema }
  ? Schema extends z.ZodType
    ? z.infer<Schema>
    : never
  : never;
type Ends = {
  [Name in JobName]: Name extends AskedJobName ? Promise<JobResult<Name>> : Promise<void>;
};
/** What a job's handler returns: nothing for a job that nobody waits for. */
export type JobEnd<Name extends JobName> = Ends[Name];
