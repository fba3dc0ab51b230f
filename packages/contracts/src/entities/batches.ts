import { z } from 'zod';
import { csvEncodingNames } from '../csv-encodings.ts';
import { rowError } from '../error-bodies.ts';
import { languages, limits } from '../limits.ts';
import { certId, id, moment } from '../scalars.ts';
import { existingChoice, rowOutcome } from '../student-import.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, asPairs, date, number, text } from './stored.ts';
import { wireSchema } from './wire.ts';

export const batchKind = z.enum(['generate', 'zip', 'email', 'export', 'import']);
export type BatchKind = z.infer<typeof batchKind>;

/** How many rows one job of a batch works on. */
export const chunkItemsOf = (kind: BatchKind): number =>
  kind === 'import' ? limits.importChunk : limits.chunkItems;

/** Whether the batch makes one file of all its rows, in one job. export: all data of the organization, for its owners. */
export function isArchiveKind(kind: BatchKind): kind is 'zip' | 'export' {
  return kind === 'zip' || kind === 'export';
}
/**
 * The rows of an export, in the order in which they are written: files and folders of the zip. The audit log is last, so
 * that it has the entries of everything before.
 */
export const exportParts = [
  'settings.json',
  'members.csv',
  'invitations.csv',
  'students.csv',
  'deleted-students.csv',
  'templates/',
  'revisions/',
  'pictures/',
  'certificates/',
  'deliveries.csv',
  'mistake-reports.csv',
  'batches.csv',
  'audit-log.csv',
] as const;
export type ExportPart = (typeof exportParts)[number];

/** `done`: all rows are final, failed or not. `cancelled`: cancelled by a user. */
export const batchState = z.enum(['queued', 'running', 'done', 'cancelled']);
export type BatchState = z.infer<typeof batchState>;

/** The signing certificate of a batch; absent = unsigned. */
const batchSigning = z.object({ method: z.literal('self-signed'), signingCertificateId: text });

/** A finished zip, in the object store. `size` in bytes. */
const batchDownload = z.object({ key: text, fileName: text, size: number, keptUntil: date });

/**
 * import: the file, and how it is read. `importId` names its objects; `origin` the first import of the same file, from which
 * the ids of added students derive.
 */
const batchSource = z.object({
  importId: text,
  origin: text,
  sha256: text,
  existing: existingChoice,
  dayFirst: z.boolean().optional(),
  encoding: z.enum(csvEncodingNames).optional(),
  /** Rows that had failed before it started. */
  failed: number,
});

/**
 * What the server does once the batch has ended, unless it was cancelled. `emails`: the certificates that were issued are
 * sent to those who have an e-mail address, in a batch of its own.
 */
const batchAfterwards = z.object({ emails: z.object({ language: z.enum(languages) }) });

/** Counts by final state. */
const batchTally = z.object({ done: number, failed: number, cancelled: number });

/** A batch is stored as `preparing` until all of its rows are inserted; until then no query returns it. */
const storedState = {
  type: z.enum(['preparing', ...batchState.options]),
  write: (state: BatchState) => state,
  read: (state: BatchState) => state,
};

export const batchEntity = defineEntity({
  collection: 'batches',
  fields: {
    _id: field(text, { wire: id }),
    tenantId: field(text),
    kind: field(batchKind, { wire: true }),
    /** Its name in lists. Of a batch that issues: as it was given, or what is issued and the day. */
    title: field(anyText, { wire: true }),
    state: field(batchState, { wire: true, stored: storedState }),
    /** Incremented with every changed count. */
    rev: field(number, { wire: z.int() }),
    total: field(number, { wire: z.int() }),
    done: field(number, { wire: z.int() }),
    failed: field(number, { wire: z.int() }),
    cancelled: field(number, { wire: z.int() }),
    signing: optionalField(batchSigning),
    /** generate: the values of the variables `batch.…`, by their names without the prefix. */
    values: optionalField(z.record(z.string(), z.string()), { stored: asPairs }),
    /** generate: the templates of its rows, so that the last batch of one is found. */
    templateIds: optionalField(z.array(text)),
    /** E-mail batches. */
    language: optionalField(z.enum(languages)),
    retryOf: optionalField(anyText, { wire: id }),
    /** generate */
    afterwards: optionalField(batchAfterwards, { wire: batchAfterwards }),
    /** email: the batch that issued the certificates and was asked to send them. */
    after: optionalField(anyText, { wire: id }),
    source: optionalField(batchSource),
    createdBy: field(text),
    createdAt: field(date, { wire: asMoment }),
    startedAt: optionalField(date, { wire: asMoment }),
    endedAt: optionalField(date, { wire: asMoment }),
    cancelRequestedAt: optionalField(date),
    download: optionalField(batchDownload),
    /** Rows with a lower index have been enqueued. */
    nextFrom: field(number, { internal: true }),
    /** Rows with a lower index are final and counted in `settled`, so that counting skips them. */
    settledBelow: field(number, { internal: true }),
    settled: field(batchTally, { internal: true }),
    /** Number of rows, at any index, that had failed when the batch was created. */
    failedEarly: field(number, { internal: true }),
    /** The last change of a count: a batch that makes progress is not stuck. */
    movedAt: field(date, { internal: true }),
    /** When the reconciler checks the batch next. */
    reconcileAt: field(date, { internal: true }),
    /** When a worker may make what follows the batch; absent when nothing follows, any more or at all. */
    afterwardsAt: optionalField(date, { internal: true }),
    /** The batch lease, held by a worker that processes the batch as a whole (zip, export). */
    whole: field(z.object({ fence: number, owner: anyText, until: date }), { internal: true }),
  },
  computed: {
    signed: z.boolean(),
    createdBy: z.string(),
    /** Of an ended e-mail batch: rows whose outcome is unknown, if any. */
    unknown: z.int().optional(),
    /** Of an ended batch: failed rows that trying again does not help, until somebody corrects their cause. */
    permanent: z.int().optional(),
    /** A finished zip; the URL expires five minutes after the response. */
    download: z
      .object({ fileName: z.string(), size: z.number(), url: z.string(), keptUntil: moment })
      .optional(),
  },
  indexes: [
    { keys: ['tenantId', 'createdAt', '_id'] },
    { keys: ['state', 'reconcileAt'] },
    { keys: ['download.keptUntil'] },
    { keys: ['retryOf', 'tenantId'] },
    { keys: ['afterwardsAt'] },
  ],
});

export const batch = wireSchema(batchEntity);
export type Batch = z.infer<typeof batch>;

export const itemState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type ItemState = z.infer<typeof itemState>;

/** The delivery state of an e-mail; `unknown`: the mail server may have accepted it. */
export const deliveryState = z.enum(['queued', 'sending', 'accepted', 'refused', 'unknown']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const batchItemEntity = defineEntity({
  collection: 'batchItems',
  fields: {
    /** Batch id and index, so that the rows of a batch are adjacent and in order. */
    _id: field(text, { internal: true }),
    tenantId: field(text),
    batchId: field(text),
    index: field(number, { wire: z.int() }),
    studentId: optionalField(anyText, { wire: id }),
    fullName: field(anyText, { wire: true }),
    state: field(itemState, { wire: true }),
    /** Number of claims; a claim that a draining worker returned is not counted. */
    attempts: field(number),
    /** Fencing token: only the claim with this number may write the row. */
    fence: field(number),
    leaseUntil: field(date),
    /** Claims since a worker last released the row: all but the last ended with their process, or without a word of it. */
    unreleased: optionalField(number),
    /** How often a process ended that worked on this row and on nothing else. */
    endedAlone: optionalField(number),
    claimId: optionalField(anyText, { internal: true }),
    templateId: optionalField(anyText, { wire: id }),
    revisionId: optionalField(anyText),
    /** generate: the id of the certificate to issue; zip and email: of the certificate to include or send. */
    certId: optionalField(anyText),
    /** generate: the time of issue, assigned when the row is created. */
    issuedAt: optionalField(date),
    email: optionalField(anyText, { wire: z.string() }),
    /** import: the number that a spreadsheet shows, and what has become of the row. */
    row: optionalField(number, { wire: z.int() }),
    outcome: optionalField(rowOutcome),
    /** For e-mail batches. */
    delivery: optionalField(deliveryState, { wire: true }),
    error: optionalField(rowError, { wire: true }),
  },
  computed: {
    certId: certId.optional(),
    certificateUrl: z.string().optional(),
    /** What the mail server said last, and when; of a row of an e-mail batch. */
    said: z.object({ text: z.string(), at: moment }).optional(),
    /** The newest later e-mail of the same certificate. */
    again: z.object({ state: deliveryState, at: moment, batchId: id }).optional(),
  },
  // Rows are read and written by ranges of `_id`; only pages filtered by state need another index.
  indexes: [{ keys: ['batchId', 'state', '_id'] }],
});

export const batchItem = wireSchema(batchItemEntity);
export type BatchItem = z.infer<typeof batchItem>;
