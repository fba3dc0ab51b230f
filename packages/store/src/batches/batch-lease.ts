import { omitUndefined, type Table } from '../database/table.ts';
import type { Batches } from './batches.ts';
import {
  type BatchRow,
  emptyTally,
  type ItemRow,
  inRange,
  isOpen,
  itemKey,
  longAgo,
  toBatch,
} from './row.ts';

type BatchLeasePart = Pick<
  Batches,
  'takeBatchLease' | 'renewBatchLease' | 'finishUnderBatchLease' | 'setDownload' | 'releaseBatchLease'
>;

/**
 * The lease of a whole batch, held by one job (zip, export). Its fencing token (`whole.fence`) is stored in the batch and in
 * its rows.
 */
export function createBatchLease(batches: Table<BatchRow>, items: Table<ItemRow>): BatchLeasePart {
  const held = (tenantId: string, batchId: string, fence: number) => ({
    _id: batchId,
    tenantId,
    state: isOpen,
    'whole.fence': fence,
    'whole.until': { $gt: longAgo },
  });
  const notCancelled = { cancelRequestedAt: { $exists: false } };

  return {
    async takeBatchLease(tenantId, batchId, { owner, leaseMs, now = new Date() }) {
      const batch = await batches.findOneAndUpdate(
        {
          _id: batchId,
          tenantId,
          kind: { $in: ['zip', 'export'] },
          state: isOpen,
          download: { $exists: false },
          ...notCancelled,
          'whole.until': { $lt: now },
        },
        {
          $set: {
            state: 'running',
            'whole.owner': owner,
            'whole.until': new Date(now.getTime() + leaseMs),
            settledBelow: 0,
            settled: emptyTally,
          },
          $inc: { 'whole.fence': 1, rev: 1 },
        },
        { returnDocument: 'after' },
      );
      if (!batch) return null;
      const { fence } = batch.whole;
      if (!batch.startedAt) {
        batch.startedAt = now;
        await batches.updateOne({ _id: batchId, tenantId }, { $set: { startedAt: now } });
      }
      // The first lease finds the rows as they were created. A later one starts over; its new fencing token rejects
      // writes of the earlier holder.
      if (fence > 0) {
        await items.updateMany(
          {
            ...inRange(tenantId, batchId, { from: 0, to: batch.total }),
            state: { $in: ['queued', 'running', 'done'] },
          },
          { $set: { state: 'queued', fence } },
        );
      }
      return { fence, batch: toBatch(batch) };
    },

    async renewBatchLease(tenantId, batchId, fence, leaseMs, now = new Date()) {
      const renewed = await batches.updateOne(
        { ...held(tenantId, batchId, fence), ...notCancelled },
        { $set: { 'whole.until': new Date(now.getTime() + leaseMs) } },
      );
      return renewed.matchedCount === 1;
    },

    async finishUnderBatchLease(tenantId, batchId, fence, outcomes) {
      if (outcomes.length === 0) return 0;
      const groups = Map.groupBy(outcomes, ({ state, error }) => JSON.stringify([state, error]));
      const statements = [...groups.values()].map((rows) => ({
        filter: {
          _id: { $in: rows.map((row) => itemKey(batchId, row.index)) },
          tenantId,
          fence,
          // Idempotent: the response to the first write may have been lost.
          state: { $in: ['queued' as const, rows[0]!.state] },
        },
        update: { $set: omitUndefined({ state: rows[0]!.state, error: rows[0]!.error }) },
      }));
      return items.updateEach(statements);
    },

    async setDownload(tenantId, batchId, fence, download) {
      const written = await batches.updateOne(
        { ...held(tenantId, batchId, fence), ...notCancelled },
        { $set: { download } },
      );
      return written.matchedCount === 1;
    },

    async releaseBatchLease(tenantId, batchId, fence) {
      const released = await batches.updateOne(held(tenantId, batchId, fence), {
        $set: { 'whole.until': longAgo },
      });
      return released.matchedCount === 1;
    },
  };
}
