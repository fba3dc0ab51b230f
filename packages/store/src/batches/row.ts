import { batchEntity, batchItemEntity, chunkItemsOf, isArchiveKind, type RowOf } from '@sello/contracts';
import { storedForm } from '../database/stored-form.ts';
import type { ChunkRange } from './batches.ts';

/** Counts by final state. */
export type Tally = BatchRow['settled'];
export const emptyTally: Tally = { done: 0, failed: 0, cancelled: 0 };

/**
 * A batch as it is stored: `preparing` until all its rows are written, with the positions up to which rows are enqueued
 * and counted.
 */
export type BatchRow = RowOf<typeof batchEntity>;
export type ItemRow = RowOf<typeof batchItemEntity>;

/** A row's id: batch and position, so that the rows of a batch are stored next to each other, in order. */
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

export const { toRecord: toBatch } = storedForm(batchEntity);
export const { toRecord: toItem } = storedForm(batchItemEntity);

/** The size of one job's range; a zip or an export is one job. */
export function chunkSize(batch: Pick<BatchRow, 'kind' | 'total'>): number {
  return isArchiveKind(batch.kind) ? Math.max(1, batch.total) : chunkItemsOf(batch.kind);
}
