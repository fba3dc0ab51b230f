import { isArchiveKind, limits, serviceLimits } from '@sello/contracts';
import { times } from '@sello/kit';
import type { Filter, Table } from '../database/table.ts';
import type { Batches, Count, StuckChunk } from './batches.ts';
import { deletePreparedBatch } from './create.ts';
import { type BatchRow, chunkSize, type ItemRow, inRange, isOpen } from './row.ts';

const batchesAtOnce = 100;

interface Dependencies {
  nextChunks: Batches['nextChunks'];
  count: Batches['count'];
  cancelQueued: (tenantId: string, batchId: string) => Promise<void>;
}

export function createReconcile(
  batches: Table<BatchRow>,
  items: Table<ItemRow>,
  { nextChunks, count, cancelQueued }: Dependencies,
): Batches['acrossTenants'] {
  async function deletePrepared(now: Date): Promise<void> {
    const prepared = await batches.rows
      .find({ state: 'preparing', createdAt: { $lt: new Date(now.getTime() - times.batchPreparingMs) } })
      .limit(batchesAtOnce)
      .toArray();
    for (const batch of prepared) await deletePreparedBatch(batches, items, batch);
  }

  /**
   * Chunks with enqueued rows that no worker holds: started rows at once, rows never claimed only when the batch makes
   * no progress.
   */
  async function overdueChunks(batch: BatchRow, now: Date, isIdle: boolean): Promise<StuckChunk[]> {
    const { _id: batchId, tenantId, kind } = batch;
    const filter: Filter<ItemRow> = {
      ...inRange(tenantId, batchId, { from: batch.settledBelow, to: batch.nextFrom }),
      state: isOpen,
      leaseUntil: { $lt: now },
      ...(!isIdle && { attempts: { $gt: 0 } }),
    };
    const size = chunkSize(batch);
    const rows = await items.rows
      .find(filter, { projection: { index: 1 } })
      .sort({ _id: 1 })
      .limit(size * serviceLimits.chunksAheadAtMost)
      .toArray();
    const starts = new Set(rows.map((row) => row.index - (row.index % size)));
    const chunks = [...starts].map((from) => ({ from, to: Math.min(from + size, batch.total) }));
    const missing = isIdle ? limits.chunksInQueue - chunks.length : 0;
    if (missing > 0) chunks.push(...(await nextChunks(tenantId, batchId, missing)));
    return chunks.map((chunk) => ({ tenantId, batchId, kind, ...chunk }));
  }

  async function findStuckChunks(batch: BatchRow, now: Date, everyMs: number): Promise<StuckChunk[]> {
    const { _id: batchId, tenantId, kind, total, whole } = batch;
    if (batch.cancelRequestedAt) await cancelQueued(tenantId, batchId);
    const isIdle = now.getTime() - batch.movedAt.getTime() >= everyMs;
    if (!isArchiveKind(kind)) return overdueChunks(batch, now, isIdle);
    if (!isIdle || whole.until >= now || batch.cancelRequestedAt) return [];
    await batches.updateOne({ _id: batchId, tenantId }, { $set: { nextFrom: total } });
    return [{ tenantId, batchId, kind, from: 0, to: total }];
  }

  return {
    async stuck({ kinds, everyMs = times.reconcileMs, now = new Date() }) {
      await deletePrepared(now);
      const due = await batches.rows
        .find({ state: isOpen, reconcileAt: { $lte: now }, kind: { $in: [...kinds] } })
        .sort({ reconcileAt: 1 })
        .limit(batchesAtOnce)
        .toArray();
      const chunks: StuckChunk[] = [];
      const counts: Count[] = [];
      for (const batch of due) {
        const mine = await batches.updateOne(
          { _id: batch._id, state: isOpen, reconcileAt: batch.reconcileAt },
          { $set: { reconcileAt: new Date(now.getTime() + everyMs) } },
        );
        if (mine.modifiedCount === 0) continue;
        const found = await findStuckChunks(batch, now, everyMs);
        const counted = await count(batch.tenantId, batch._id);
        if (counted.changed) counts.push(counted);
        if (!counted.ended) chunks.push(...found);
      }
      return { chunks, counts };
    },

    async afterwardsDue(now = new Date()) {
      const due = await batches.rows
        .find({ state: 'done', afterwardsAt: { $lte: now } }, { projection: { tenantId: 1 } })
        .sort({ afterwardsAt: 1 })
        .limit(batchesAtOnce)
        .toArray();
      return due.map(({ _id, tenantId }) => ({ tenantId, batchId: _id }));
    },

    async expiredDownloads(now = new Date()) {
      const expired = await batches.rows
        .find({ 'download.keptUntil': { $lt: now } }, { projection: { tenantId: 1, download: 1 } })
        .limit(batchesAtOnce)
        .toArray();
      return expired.flatMap(({ _id, tenantId, download }) =>
        download ? [{ tenantId, batchId: _id, key: download.key }] : [],
      );
    },

    async forgetDownload(batchId, key) {
      await batches.updateOne({ _id: batchId, 'download.key': key }, { $unset: { download: '' } });
    },
  };
}
