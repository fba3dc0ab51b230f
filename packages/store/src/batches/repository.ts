import { isArchiveKind } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { findPage } from '../database/keyset.ts';
import { type Filter, omitUndefined, type Table } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import { createBatchLease } from './batch-lease.ts';
import type { Batches, BatchItemRecord, NewBatchItem } from './batches.ts';
import { createClaims } from './claims.ts';
import { createCount } from './count.ts';
import { createCreate } from './create.ts';
import { createReconcile } from './reconcile.ts';
import {
  type BatchRow,
  emptyTally,
  type ItemRow,
  inRange,
  isOpen,
  isVisible,
  itemKey,
  toBatch,
  toItem,
} from './row.ts';

// Not sorted by id, because a caller may choose the id of a batch.
const newestFirst = { field: 'createdAt', direction: -1 } as const;

function toNewItem({
  studentId,
  fullName,
  templateId,
  revisionId,
  certId,
  email,
}: BatchItemRecord): NewBatchItem {
  return { studentId, fullName, templateId, revisionId, certId, email };
}

export function createBatches(
  batches: Table<BatchRow>,
  items: Table<ItemRow>,
  students: Pick<Table<StudentRow>, 'rows'>,
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

  const claims = createClaims(batches, items, students, cancelQueued);

  return {
    create: createCreate(batches, items),
    async get(tenantId, batchId) {
      const batch = await find(tenantId, batchId);
      return batch && toBatch(batch);
    },
    async list(tenantId, { limit, cursor, running, kinds } = {}) {
      const state = running === undefined ? isVisible : running ? isOpen : { $in: ['done', 'cancelled'] };
      const page = await findPage(batches, {
        filter: { tenantId, state, ...(kinds && { kind: { $in: [...kinds] } }) },
        sort: newestFirst,
        limit,
        cursor,
      });
      return { ...page, items: page.items.map(toBatch) };
    },
    async items(tenantId, batchId, { state, limit, cursor } = {}) {
      const after = cursor === undefined ? -1 : Number(cursor);
      if (!Number.isSafeInteger(after))
        throw new AppError('invalid_payload', { details: { field: 'cursor' } });
      const range = { $gt: after < 0 ? `${batchId}:` : itemKey(batchId, after), $lt: `${batchId};` };
      const filter = { _id: range, tenantId, ...(state && { batchId, state }) } as Filter<ItemRow>;
      let query = items.rows.find(filter).sort({ _id: 1 });
      if (limit !== undefined) query = query.limit(limit + 1);
      const found = limit === 0 ? [] : (await query.toArray()).map(toItem);
      const page = limit === undefined ? found : found.slice(0, limit);
      const more = page.length < found.length;
      return { items: page, nextCursor: more ? String(page.at(-1)!.index) : null };
    },

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
      return failed.modifiedCount;
    },

    count,
    async cancel(tenantId, batchId) {
      const requested = await batches.updateOne(
        { _id: batchId, tenantId, state: isOpen, cancelRequestedAt: { $exists: false } },
        { $set: { cancelRequestedAt: new Date() } },
      );
      if (requested.matchedCount === 0) {
        const batch = await find(tenantId, batchId);
        if (!batch) throw new AppError('batch_not_found');
        if (batch.endedAt) throw new AppError('batch_not_running');
      }
      await cancelQueued(tenantId, batchId);
      return count(tenantId, batchId);
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
    async retryInput(tenantId, batchId) {
      const batch = await find(tenantId, batchId);
      if (!batch) throw new AppError('batch_not_found');
      if (!batch.endedAt) throw new AppError('batch_still_running');
      const failed = await items.rows
        .find({
          ...inRange(tenantId, batchId, { from: 0, to: batch.total }),
          state: 'failed',
          'error.code': { $ne: 'student_erased' },
        })
        .sort({ _id: 1 })
        .toArray();
      if (failed.length === 0) throw new AppError('batch_nothing_to_retry');
      const { kind, title, signing, values, language } = toBatch(batch);
      return omitUndefined({
        kind,
        title,
        signing,
        values,
        language,
        retryOf: batchId,
        items: failed.map(toNewItem),
      });
    },

    ...createBatchLease(batches, items),
    acrossTenants: createReconcile(batches, items, { ...claims, count, cancelQueued }),
  };
}
