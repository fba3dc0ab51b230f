import { z } from 'zod';
import { rowError } from '../error-bodies.ts';
import { languages } from '../limits.ts';
import { certId, id, moment } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, number, text } from './stored.ts';
import { wireSchema } from './wire.ts';

export const batchKind = z.enum(['generate', 'zip', 'email']);
export type BatchKind = z.infer<typeof batchKind>;
/** `done` has ended, whatever failed in it; `cancelled` ended by a person. */
export const batchState = z.enum(['queued', 'running', 'done', 'cancelled']);
export type BatchState = z.infer<typeof batchState>;

/** What the rows of a batch are signed with; absent = unsigned. */
const batchSigning = z.object({ method: z.literal('self-signed'), signingCertificateId: text });

/** A finished zip: an object of the store of files. */
const batchDownload = z.object({ key: text, fileName: text, size: number, keptUntil: date });

/** Counts by final state. */
const batchTally = z.object({ done: number, failed: number, cancelled: number });

/** A batch is stored as `preparing` until all its rows are there; until then no function sees it. */
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
    /** What the tray calls it: the template's name when there is one, else empty. */
    title: field(anyText, { wire: true }),
    state: field(batchState, { wire: true, stored: storedState }),
    /** Grows by one with every changed count. */
    rev: field(number, { wire: z.int() }),
    total: field(number, { wire: z.int() }),
    done: field(number, { wire: z.int() }),
    failed: field(number, { wire: z.int() }),
    cancelled: field(number, { wire: z.int() }),
    signing: optionalField(batchSigning),
    /** E-mail batches. */
    language: optionalField(z.enum(languages)),
    retryOf: optionalField(anyText, { wire: id }),
    createdBy: field(text),
    createdAt: field(date, { wire: asMoment }),
    startedAt: optionalField(date, { wire: asMoment }),
    endedAt: optionalField(date, { wire: asMoment }),
    cancelRequestedAt: optionalField(date),
    download: optionalField(batchDownload),
    /** Rows below have been handed to the queue. */
    nextFrom: field(number, { internal: true }),
    /** Rows below are final and counted in `settled`: a count need not look at them again. */
    settledBelow: field(number, { internal: true }),
    settled: field(batchTally, { internal: true }),
    /** Rows that were failed when the batch was made; they may lie anywhere. */
    failedEarly: field(number, { internal: true }),
    /** The last change of a count; a batch that moves is not stuck. */
    movedAt: field(date, { internal: true }),
    /** The reconciler's next look. */
    reconcileAt: field(date, { internal: true }),
    /** The batch lease: who works on the batch as one piece. */
    whole: field(z.object({ fence: number, owner: anyText, until: date }), { internal: true }),
  },
  computed: {
    signed: z.boolean(),
    createdBy: z.string(),
    /** A finished zip; the link holds for five minutes from the answer. */
    download: z
      .object({ fileName: z.string(), size: z.number(), url: z.string(), keptUntil: moment })
      .optional(),
  },
  indexes: [
    { keys: ['tenantId', 'createdAt', '_id'] },
    { keys: ['state', 'reconcileAt'] },
    { keys: ['download.keptUntil'] },
    { keys: ['retryOf', 'tenantId'] },
  ],
});

export const batch = wireSchema(batchEntity);
export type Batch = z.infer<typeof batch>;

export const itemState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type ItemState = z.infer<typeof itemState>;

/** What is known of an e-mail's delivery. */
export const deliveryState = z.enum(['queued', 'sending', 'accepted', 'refused', 'unknown']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const batchItemEntity = defineEntity({
  collection: 'batchItems',
  fields: {
    /** Batch and position, so that the rows of a batch lie beside each other, in order. */
    _id: field(text, { internal: true }),
    tenantId: field(text),
    batchId: field(text),
    index: field(number, { wire: z.int() }),
    studentId: optionalField(anyText, { wire: id }),
    fullName: field(anyText, { wire: true }),
    state: field(itemState, { wire: true }),
    /** Claims so far; a claim that was handed back by a draining worker does not count. */
    attempts: field(number),
    /** The number of the claim that may write the row. */
    fence: field(number),
    leaseUntil: field(date),
    claimId: optionalField(anyText, { internal: true }),
    templateId: optionalField(anyText, { wire: id }),
    revisionId: optionalField(anyText),
    /** generate: the certificate to be; zip and email: the one it is about. */
    certId: optionalField(anyText),
    /** generate: the moment of issue, drawn with the row. */
    issuedAt: optionalField(date),
    email: optionalField(anyText),
    /** E-mail batches: what is known of the delivery. */
    delivery: optionalField(deliveryState, { wire: true }),
    error: optionalField(rowError, { wire: true }),
  },
  computed: { certId: certId.optional(), certificateUrl: z.string().optional() },
  // Rows are read and written by ranges of `_id`; only the pages of one state need more.
  indexes: [{ keys: ['batchId', 'state', '_id'] }],
});

export const batchItem = wireSchema(batchItemEntity);
export type BatchItem = z.infer<typeof batchItem>;
