import { times } from '@sello/kit';
import { type ItemRow, isVisible } from '../batches/row.ts';
import type { Filter } from '../database/table.ts';
import type { BatchCheck, OnRelated } from './batch-check.ts';
import type { CertificateComparison } from './certificates.ts';
import type { CheckOptions, Consistency, Run } from './consistency.ts';
import { type ConsistencyContext, resolveGap } from './context.ts';
import type { StudentComparison } from './students.ts';

type BatchPart = Pick<Consistency['acrossTenants'], 'checkEnded' | 'checkBatches' | 'checkRowsWithoutBatch'>;

interface Checks {
  batch: BatchCheck;
  certificates: CertificateComparison;
  students: StudentComparison;
}

const batchesAtOnce = 20;
/** An ended batch that was checked is not due again. */
const never = new Date('9999-01-01T00:00:00Z');

export function createBatchPasses(
  { batches, batchItems, students }: ConsistencyContext,
  { batch: checkBatch, certificates: compareCertificates, students: compareStudents }: Checks,
): BatchPart {
  const onRelated =
    (options: CheckOptions): OnRelated =>
    async (certs, holders) => {
      await compareCertificates(certs, options);
      // Read again: the comparison of certificates may just have updated them.
      const ids = holders.map((student) => student._id);
      await compareStudents(await students.rows.find({ _id: { $in: ids } }).toArray(), options);
    };

  return {
    async checkEnded({ atMost, ...options }) {
      const now = options.now ?? new Date();
      const ended = { $in: ['done', 'cancelled'] as ('done' | 'cancelled')[] };
      const due = await batches.rows
        .find({ state: ended, reconcileAt: { $lte: now } })
        .sort({ reconcileAt: 1 })
        .limit(atMost)
        .toArray();
      const result: Run = { next: null, chunks: [], checked: 0 };
      for (const batch of due) {
        const { _id, state, reconcileAt } = batch;
        const until = new Date(now.getTime() + times.batchCheckLeaseMs);
        const mine = await batches.updateOne({ _id, state, reconcileAt }, { $set: { reconcileAt: until } });
        if (mine.modifiedCount === 0) continue;
        const { chunks, rows } = await checkBatch(batch, options, onRelated(options));
        result.chunks.push(...chunks);
        result.checked += rows;
        // If the check reopened it, it stays due when it ends again.
        await batches.updateOne({ _id, state: ended, reconcileAt: until }, { $set: { reconcileAt: never } });
      }
      return result;
    },

    async checkBatches(after, options) {
      const found = await batches.rows
        .find({ _id: { $gt: after }, state: isVisible })
        .sort({ _id: 1 })
        .limit(batchesAtOnce)
        .toArray();
      const result: Run = { next: null, chunks: [], checked: 0 };
      for (const batch of found) {
        const { chunks, rows } = await checkBatch(batch, options);
        result.chunks.push(...chunks);
        result.checked += rows;
      }
      return { ...result, next: found.length < batchesAtOnce ? null : found.at(-1)!._id };
    },

    async checkRowsWithoutBatch(after, options) {
      let cursor: string = after;
      let checked = 0;
      for (; checked < batchesAtOnce; checked++) {
        const [first] = await batchItems.rows
          .find({ _id: { $gt: cursor } })
          .sort({ _id: 1 })
          .limit(1)
          .toArray();
        if (!first) return { next: null, chunks: [], checked };
        const { batchId, tenantId } = first;
        cursor = `${batchId};`;
        if (await batches.rows.findOne({ _id: batchId }, { projection: { _id: 1 } })) continue;
        const rows = { _id: { $gte: `${batchId}:`, $lt: cursor } } as Filter<ItemRow>;
        await resolveGap({ kind: 'rows-without-batch', tenantId, batchId }, options, {
          isThere: async () => (await batchItems.rows.findOne(rows, { projection: { _id: 1 } })) !== null,
          change: () => batchItems.deleteMany(rows),
        });
      }
      return { next: cursor, chunks: [], checked };
    },
  };
}
