import { type ItemRow, isVisible } from '../batches/row.ts';
import type { Filter } from '../database/table.ts';
import type { BatchCheck, WithNeighbours } from './batch-check.ts';
import type { CertificateLook } from './certificates.ts';
import type { CheckOptions, Consistency, Run } from './consistency.ts';
import { type ConsistencyContext, close } from './context.ts';
import type { StudentLook } from './students.ts';

type BatchPart = Pick<Consistency['acrossTenants'], 'checkEnded' | 'checkBatches' | 'checkRowsWithoutBatch'>;

interface Checks {
  batch: BatchCheck;
  certificates: CertificateLook;
  students: StudentLook;
}

const batchesAtOnce = 20;
/** A check whose process died is repeated after this time. */
const lookMs = 60 * 60_000;
/** An ended batch that was checked is not due again. */
const never = new Date('9999-01-01T00:00:00Z');

export function createBatchPasses(
  { batches, batchItems, students }: ConsistencyContext,
  { batch: checkBatch, certificates: lookAtCertificates, students: lookAtStudents }: Checks,
): BatchPart {
  const withNeighbours =
    (options: CheckOptions): WithNeighbours =>
    async (certs, holders) => {
      await lookAtCertificates(certs, options);
      // Read again: the certificates may just have been given to them.
      const ids = holders.map((student) => student._id);
      await lookAtStudents(await students.rows.find({ _id: { $in: ids } }).toArray(), options);
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
      const result: Run = { next: null, chunks: [], looked: 0 };
      for (const batch of due) {
        const { _id, state, reconcileAt } = batch;
        const until = new Date(now.getTime() + lookMs);
        const mine = await batches.updateOne({ _id, state, reconcileAt }, { $set: { reconcileAt: until } });
        if (mine.modifiedCount === 0) continue;
        const { chunks, rows } = await checkBatch(batch, options, withNeighbours(options));
        result.chunks.push(...chunks);
        result.looked += rows;
        // Opened again it is due again as soon as it ends.
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
      const result: Run = { next: null, chunks: [], looked: 0 };
      for (const batch of found) {
        const { chunks, rows } = await checkBatch(batch, options);
        result.chunks.push(...chunks);
        result.looked += rows;
      }
      return { ...result, next: found.length < batchesAtOnce ? null : found.at(-1)!._id };
    },

    async checkRowsWithoutBatch(after, options) {
      let cursor: string = after;
      let looked = 0;
      for (; looked < batchesAtOnce; looked++) {
        const [first] = await batchItems.rows
          .find({ _id: { $gt: cursor } })
          .sort({ _id: 1 })
          .limit(1)
          .toArray();
        if (!first) return { next: null, chunks: [], looked };
        const { batchId, tenantId } = first;
        cursor = `${batchId};`;
        if (await batches.rows.findOne({ _id: batchId }, { projection: { _id: 1 } })) continue;
        const rows = { _id: { $gte: `${batchId}:`, $lt: cursor } } as Filter<ItemRow>;
        await close({ kind: 'rows-without-batch', tenantId, batchId }, options, {
          isThere: async () => (await batchItems.rows.findOne(rows, { projection: { _id: 1 } })) !== null,
          change: () => batchItems.deleteMany(rows),
        });
      }
      return { next: cursor, chunks: [], looked };
    },
  };
}
