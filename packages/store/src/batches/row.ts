import { batchKind, itemState, limits } from '@sello/contracts';
import {
  anyText,
  date,
  defineSchema,
  number,
  object,
  oneOf,
  optionalDate,
  optionalDocument,
  optionalObject,
  optionalOneOf,
  optionalText,
  text,
} from '../database/schema.ts';
import { type BatchItemRecord, type BatchRecord, type ChunkRange, deliveryStates } from './batches.ts';

/** Counts by final state. */
export interface Tally {
  done: number;
  failed: number;
  cancelled: number;
}
export const emptyTally: Tally = { done: 0, failed: 0, cancelled: 0 };

/** A batch as it is stored: `preparing` until all its rows stand, and the books of the queue. */
export interface BatchRow extends Omit<BatchRecord, 'state'> {
  state: BatchRecord['state'] | 'preparing';
  /** Rows below have been handed to the queue. */
  nextFrom: number;
  /** Rows below are final and counted in `settled`: a count need not look at them again. */
  settledBelow: number;
  settled: Tally;
  /** Rows that were failed when the batch was made; they may lie anywhere. */
  failedEarly: number;
  /** The last change of a count; a batch that moves is not stuck. */
  movedAt: Date;
  /** The reconciler's next look. */
  reconcileAt: Date;
  /** Who works on the batch as a whole. */
  whole: { fence: number; owner: string; until: Date };
}

export interface ItemRow extends BatchItemRecord {
  _id: string;
  claimId?: string;
}

export const batchSchema = defineSchema<BatchRow>({
  _id: text,
  tenantId: text,
  kind: oneOf(...batchKind.options),
  title: anyText,
  state: oneOf('preparing', 'queued', 'running', 'done', 'cancelled'),
  rev: number,
  total: number,
  done: number,
  failed: number,
  cancelled: number,
  signing: optionalObject({ method: oneOf('self-signed'), signingCertificateId: text }),
  language: optionalText,
  retryOf: optionalText,
  createdBy: text,
  createdAt: date,
  startedAt: optionalDate,
  endedAt: optionalDate,
  cancelRequestedAt: optionalDate,
  download: optionalObject({ key: text, fileName: text, size: number, keptUntil: date }),
  nextFrom: number,
  settledBelow: number,
  settled: object({ done: number, failed: number, cancelled: number }),
  failedEarly: number,
  movedAt: date,
  reconcileAt: date,
  whole: object({ fence: number, owner: anyText, until: date }),
})
  .index({ tenantId: 1, createdAt: 1, _id: 1 })
  .index({ state: 1, reconcileAt: 1 })
  .index({ 'download.keptUntil': 1 });

export const itemSchema = defineSchema<ItemRow>({
  _id: text,
  tenantId: text,
  batchId: text,
  index: number,
  studentId: optionalText,
  fullName: anyText,
  state: oneOf(...itemState.options),
  attempts: number,
  fence: number,
  leaseUntil: date,
  claimId: optionalText,
  templateId: optionalText,
  revisionId: optionalText,
  certId: optionalText,
  issuedAt: optionalDate,
  email: optionalText,
  delivery: optionalOneOf(...deliveryStates),
  error: optionalObject({ code: text, message: anyText, details: optionalDocument }),
})
  // Rows are read and written by ranges of `_id`; only the pages of one state need more.
  .index({ batchId: 1, state: 1, _id: 1 });

/** A row's key: batch and position, so that rows of a batch lie beside each other, in order. */
export function itemKey(batchId: string, index: number): string {
  return `${batchId}:${String(index).padStart(7, '0')}`;
}

/** The filter of a range of rows of one tenant's batch. */
export function inRange(tenantId: string, batchId: string, { from, to }: ChunkRange) {
  return { _id: { $gte: itemKey(batchId, from), $lt: itemKey(batchId, to) }, tenantId };
}

export const isVisible = { $ne: 'preparing' } as const;
export const isOpen = { $in: ['queued', 'running'] as ('queued' | 'running')[] };
export const longAgo = new Date(0);

/** Cuts rows out of the books. */
export function toBatch(row: BatchRow): BatchRecord {
  const { nextFrom, settledBelow, settled, failedEarly, movedAt, reconcileAt, whole, ...batch } = row;
  return batch as BatchRecord;
}

export function toItem({ _id, claimId, ...item }: ItemRow): BatchItemRecord {
  return item;
}

/** The size of one job's range; a zip is one job. */
export function chunkSize(batch: Pick<BatchRow, 'kind' | 'total'>): number {
  return batch.kind === 'zip' ? Math.max(1, batch.total) : limits.chunkItems;
}
