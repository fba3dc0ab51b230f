import { type ImportOutcome, isArchiveKind } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { omitUndefined, type Table } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import { createBatchLease } from './batch-lease.ts';
import type { Batches, BatchItemRecord, NewBatchItem } from './batches.ts';
import { createClaims } from './claims.ts';
import { createCount } from './count.ts';
import { createCreate } from './create.ts';
import { createLists } from './lists.ts';
import { createNoteFailed } from './note-failed.ts';
import { createReconcile } from './reconcile.ts';
import { type BatchRow, emptyTally, type ItemRow, inRange, isOpen, isVisible, toBatch } from './row.ts';

function toNewItem({
  studentId,
  fullName,
  templateId,
  revisionId,
  certId,
  email,
  row,
}: BatchItemRecord): NewBatchItem {
  return { studentId, fullName, templateId, revisionId, certId, email, row };
}

export function createBatches(
  batches: Table<BatchRow>,
  items: Table<ItemRow>,
  students: Pick<Table<StudentRow>, 'rows' | 'updateEach'>,
): Batches {
  const { rows } = batches;
  const find = (tenantId: string, batchId: string) =>
    rows.findOne({ _id: batchId, tenantId, state: isVisible });
  const count = createCount(batches, items);

  /** Cancels the queued rows of a batch for which cancellation was requested. */
  async function cancelQueued(tenantId: string, batchId: string): Promise<void> {
    const batch = await rows.findOne({ _id: batchId, tenantId, cancelRequestedAt: { $exists: true } });
    if (!batch) return;
    await items.updateMany(
      { ...inRange(tenantId, batchId, { from: 0, to: batch.total }), state: 'queued' },
      { $set: { state: 'cancelled' } },
    );
  }

  const noteFailed = createNoteFailed(items, students);
  const claims = createClaims(batches, items, students, { cancelQueued, noteFailed });

  return {
    create: createCreate(batches, items, students),
    async get(tenantId, batchId) {
      const batch = await find(tenantId, batchId);
      return batch && toBatch(batch);
    },
    ...createLists(batches, items),

    ...claims,
    async failUnfinished(tenantId, batchId, range, error, { minAttempts = 0, now = new Date() } = {}) {
      const batch = await find(tenantId, batchId);
      if (!batch || batch.endedAt) return 0;
      // A zip without its file has packed nothing, whatever the states of its rows.
      const isLostZip = isArchiveKind(batch.kind) && batch.download === undefined;
      if (isLostZip) {
        const reset = await batches.updateOne(
          { _id: batchId, tenantId, state: isOpen, 'whole.until': { $lt: now } },
          { $set: { settledBelow: 0, settled: emptyTally }, $inc: { 'whole.fence': 1 } },
        );
        if (reset.matchedCount === 0) return 0;
      }
      const failed = await items.updateMany(
        {
          ...inRange(tenantId, batchId, range),
          state: isLostZip ? { $in: ['queued', 'running', 'done'] } : isOpen,
          leaseUntil: { $lt: now },
          attempts: { $gte: minAttempts },
        },
        { $set: { state: 'failed', error }, $inc: { fence: 1 } },
      );
      if (batch.kind === 'generate' && failed.modifiedCount > 0)
        await noteFailed.rows(tenantId, batchId, inRange(tenantId, batchId, range), error);
      return failed.modifiedCount;
    },

    count,
    async cancel(tenantId, batchId) {
      const requested = await batches.updateOne(
        { _id: batchId, tenantId, state: isOpen, cancelRequestedAt: { $exists: false } },
        { $set: { cancelRequestedAt: new Date() }, $unset: { afterwardsAt: '' } },
      );
      if (requested.matchedCount === 0) {
        const batch = await find(tenantId, batchId);
        if (!batch) throw new AppError('batch_not_found');
        if (batch.endedAt) throw new AppError('batch_not_running');
      }
      await cancelQueued(tenantId, batchId);
      return count(tenantId, batchId);
    },
    async takeAfterwards(tenantId, batchId, { leaseMs, now = new Date() }) {
      const taken = await batches.findOneAndUpdate(
        { _id: batchId, tenantId, state: 'done', afterwardsAt: { $lte: now } },
        { $set: { afterwardsAt: new Date(now.getTime() + leaseMs) } },
        { returnDocument: 'after' },
      );
      return taken && toBatch(taken);
    },
    async moveAfterwards(tenantId, batchId, { from, to }) {
      const moved = await batches.updateOne(
        // Idempotent: the response to the first write may have been lost.
        { _id: batchId, tenantId, afterwardsAt: { $in: [from, to] } },
        { $set: { afterwardsAt: to } },
      );
      return moved.matchedCount === 1;
    },
    async endAfterwards(tenantId, batchId) {
      await batches.updateOne({ _id: batchId, tenantId }, { $unset: { afterwardsAt: '' } });
    },
    async outcomes(tenantId, batchId) {
      const range = { $gt: `${batchId}:`, $lt: `${batchId};` };
      const found = await items.rows
        .aggregate<{ _id: ImportOutcome; rows: number }>([
          { $match: { _id: range, tenantId, outcome: { $exists: true } } },
          { $group: { _id: '$outcome', rows: { $sum: 1 } } },
        ])
        .toArray();
      return Object.fromEntries(found.map(({ _id, rows }) => [_id, rows]));
    },
    async retryOf(tenantId, batchId) {
      const state = { $in: ['queued' as const, 'running' as const, 'done' as const] };
      const [newest] = await rows
        .find({ retryOf: batchId, tenantId, state })
        .sort({ createdAt: -1 })
        .limit(1)
        .toArray();
      return newest ? toBatch(newest) : null;
    },
    async retryInput(tenantId, batchId, except = []) {
      const batch = await find(tenantId, batchId);
      if (!batch) throw new AppError('batch_not_found');
      if (!batch.endedAt) throw new AppError('batch_still_running');
      const failed = await items.rows
        .find({
          ...inRange(tenantId, batchId, { from: 0, to: batch.total }),
          state: 'failed',
          'error.code': { $nin: ['student_erased', ...except] },
        })
        .sort({ _id: 1 })
        .toArray();
      if (failed.length === 0) throw new AppError('batch_nothing_to_retry');
      const { kind, title, signing, values, language, source, afterwards, after } = toBatch(batch);
      return omitUndefined({
        kind,
        title,
        signing,
        values,
        language,
        source,
        afterwards,
        after,
        retryOf: batchId,
        items: failed.map(toNewItem),
      });
    },

    ...createBatchLease(batches, items),
    acrossTenants: createReconcile(batches, items, { ...claims, count, cancelQueued }),
  };
}
