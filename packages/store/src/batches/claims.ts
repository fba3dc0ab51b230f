import { AppError } from '@sello/kit';
import { unavailableOrThrow } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { type Filter, omitUndefined, type Table } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import { studentForm } from '../students/row.ts';
import type {
  Batches,
  BatchItemRecord,
  ChunkRange,
  Claim,
  ClaimedStudentRow,
  RowOutcome,
} from './batches.ts';
import type { NoteFailed } from './note-failed.ts';
import { type BatchRow, chunkSize, type ItemRow, inRange, isOpen, itemKey, longAgo, toItem } from './row.ts';

type ClaimPart = Pick<
  Batches,
  | 'nextChunks'
  | 'claim'
  | 'claimWithStudents'
  | 'heldFor'
  | 'renew'
  | 'finish'
  | 'release'
  | 'beginAlone'
  | 'survivedAlone'
>;
/** Reads the matching rows in the order of their indices. */
type ReadRows<Row> = (
  filter: Filter<ItemRow>,
) => Promise<{ row: ItemRow; toClaimed: (row: ItemRow) => Row }[]>;

/** Groups rows with the same fencing token and the same fields to write, so that each group is one statement. */
function groupAlike<Row extends { index: number; fence: number }>(
  rows: readonly Row[],
  describe: (row: Row) => unknown,
): Row[][] {
  return [...Map.groupBy(rows, (row) => JSON.stringify([row.fence, describe(row)])).values()];
}

function outcomeFields({ state, error, delivery, outcome }: Omit<RowOutcome, 'index' | 'fence'>) {
  return omitUndefined({ state, error, delivery, outcome });
}

export function createClaims(
  batches: Table<BatchRow>,
  items: Table<ItemRow>,
  students: Pick<Table<StudentRow>, 'rows'>,
  {
    cancelQueued,
    noteFailed,
  }: { cancelQueued: (tenantId: string, batchId: string) => Promise<void>; noteFailed: NoteFailed },
): ClaimPart {
  const held = (tenantId: string, batchId: string, rows: readonly { index: number; fence: number }[]) => ({
    _id: { $in: rows.map((row) => itemKey(batchId, row.index)) },
    tenantId,
    fence: rows[0]!.fence,
  });

  /**
   * Claims the free rows of a range, which are read at the same time: the fields that a chunk works with never change,
   * and the others follow from the claim. Only when rows of the range were not free are those of the claim read again.
   */
  async function claimRows<Row extends BatchItemRecord>(
    tenantId: string,
    batchId: string,
    range: ChunkRange,
    { owner, leaseMs, now = new Date() }: { owner: string; leaseMs: number; now?: Date },
    read: ReadRows<Row>,
  ): Promise<Claim<Row>> {
    const id = `${owner}#${newId()}`;
    const inChunk = inRange(tenantId, batchId, range);
    const held = { state: 'running' as const, claimId: id, leaseUntil: new Date(now.getTime() + leaseMs) };
    const [won, seen] = await Promise.all([
      items
        .updateMany(
          { ...inChunk, state: isOpen, leaseUntil: { $lt: now } },
          { $set: held, $inc: { attempts: 1, fence: 1, unreleased: 1 } },
        )
        .catch(unavailableOrThrow),
      read(inChunk),
    ]);
    if (!(won instanceof AppError) && won.matchedCount === 0) return { id, batchId, items: [] };
    const isFree = (row: ItemRow): boolean =>
      row.claimId === id || (isOpen.$in.some((state) => state === row.state) && row.leaseUntil < now);
    if (
      !(won instanceof AppError) &&
      won.matchedCount === seen.length &&
      seen.every(({ row }) => isFree(row))
    ) {
      // A row that was read before the claim was written. If it was claimed and released in between, its fence is higher
      // than this one, and what is written under it is refused.
      const claimed = (row: ItemRow): ItemRow => ({
        ...row,
        ...held,
        attempts: row.attempts + 1,
        fence: row.fence + 1,
        unreleased: (row.unreleased ?? 0) + 1,
      });
      return {
        id,
        batchId,
        items: seen.map(({ row, toClaimed }) => toClaimed(row.claimId === id ? row : claimed(row))),
      };
    }
    const mine = await read({ ...inChunk, claimId: id, state: 'running' });
    // The response was lost: the rows that carry this claim's unique token show whether it was written.
    if (won instanceof AppError && mine.length === 0) throw won;
    return { id, batchId, items: mine.map(({ row, toClaimed }) => toClaimed(row)) };
  }

  return {
    async nextChunks(tenantId, batchId, atMost, { past, enqueue } = {}) {
      for (;;) {
        const open = { _id: batchId, tenantId, state: isOpen, cancelRequestedAt: { $exists: false } };
        const batch = await batches.rows.findOne(open, { projection: { kind: 1, total: 1, nextFrom: 1 } });
        if (!batch || batch.nextFrom >= batch.total) return [];
        const size = chunkSize(batch);
        const furthest = past === undefined ? batch.total : past + atMost * size;
        const upTo = Math.min(batch.total, batch.nextFrom + atMost * size, furthest);
        if (upTo <= batch.nextFrom) return [];
        const starts = Array.from(
          { length: Math.ceil((upTo - batch.nextFrom) / size) },
          (_, chunk) => batch.nextFrom + chunk * size,
        );
        const chunks = starts.map((from) => ({ from, to: Math.min(from + size, upTo) }));
        await enqueue?.(chunks);
        const taken = await batches.updateOne(
          { ...open, nextFrom: batch.nextFrom },
          { $set: { nextFrom: upTo } },
        );
        if (taken.matchedCount === 1) return chunks;
      }
    },

    claim: (tenantId, batchId, range, options) =>
      claimRows(tenantId, batchId, range, options, async (filter) =>
        (await items.rows.find(filter).sort({ _id: 1 }).toArray()).map((row) => ({ row, toClaimed: toItem })),
      ),

    claimWithStudents: (tenantId, batchId, range, options) =>
      claimRows<ClaimedStudentRow>(tenantId, batchId, range, options, async (filter) => {
        const join = {
          ...{ rows: students.rows, by: 'studentId' as const, where: { tenantId } },
          projection: studentForm.withoutInternal,
        };
        return (await items.rows.findJoined(filter, join)).map(({ row, joined }) => ({
          row,
          toClaimed: (row) => ({ ...toItem(row), student: joined && studentForm.toRecord(joined) }),
        }));
      }),

    async heldFor(tenantId, batchId, range, now = new Date()) {
      const [last] = await items.rows
        .find({ ...inRange(tenantId, batchId, range), state: 'running' }, { projection: { leaseUntil: 1 } })
        .sort({ leaseUntil: -1 })
        .limit(1)
        .toArray();
      return last ? Math.max(0, last.leaseUntil.getTime() - now.getTime()) : 0;
    },

    async renew(tenantId, claim, leaseMs, now = new Date()) {
      if (claim.items.length === 0) return 0;
      const renewed = await items.updateMany(
        {
          _id: { $in: claim.items.map((item) => itemKey(claim.batchId, item.index)) },
          tenantId,
          claimId: claim.id,
          state: 'running',
        },
        { $set: { leaseUntil: new Date(now.getTime() + leaseMs) } },
      );
      return renewed.matchedCount;
    },

    async finish(tenantId, batchId, outcomes) {
      if (outcomes.length === 0) return { held: 0, refused: 0 };
      const statements = groupAlike(outcomes, outcomeFields).map((rows) => ({
        // Idempotent under the same fencing token: the response to the first write may have been lost.
        filter: { ...held(tenantId, batchId, rows), state: { $in: ['running' as const, rows[0]!.state] } },
        update: {
          $set: outcomeFields(rows[0]!),
          ...(rows[0]!.state === 'done' && { $unset: { error: '' as const, endedAlone: '' as const } }),
        },
      }));
      await noteFailed.outcomes(tenantId, batchId, outcomes);
      const matched = await items.updateEach(statements);
      return { held: matched, refused: outcomes.length - matched };
    },

    async release(tenantId, batchId, rows, again) {
      if (rows.length === 0) return 0;
      const statements = groupAlike(rows, () => null).map((some) => ({
        filter: { ...held(tenantId, batchId, some), state: 'running' as const },
        update: {
          $set: { state: 'queued' as const, leaseUntil: again === 'now' ? longAgo : again },
          // As if it had not been claimed; or its worker lived through an attempt, so it ended none.
          ...(again === 'now'
            ? { $unset: { claimId: '' as const }, $inc: { attempts: -1, unreleased: -1 } }
            : { $unset: { claimId: '' as const, unreleased: '' as const, endedAlone: '' as const } }),
        },
      }));
      const matched = await items.updateEach(statements);
      await cancelQueued(tenantId, batchId);
      return matched;
    },

    async beginAlone(tenantId, batchId, row) {
      const { matchedCount } = await items.updateOne(
        { ...held(tenantId, batchId, [row]), state: 'running' },
        { $set: { endedAlone: (row.endedAlone ?? 0) + 1 } },
      );
      return matchedCount === 1;
    },

    async survivedAlone(tenantId, batchId, { index, endedAlone = 0 }) {
      await items.updateOne(
        { _id: itemKey(batchId, index), tenantId, state: isOpen, endedAlone: { $gt: endedAlone } },
        { $set: { endedAlone } },
      );
    },
  };
}
