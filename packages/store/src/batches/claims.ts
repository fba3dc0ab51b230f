import { newId } from '../database/ids.ts';
import { present, type Table } from '../database/table.ts';
import type { Batches, RowOutcome } from './batches.ts';
import { type BatchRow, chunkSize, type ItemRow, inRange, isOpen, itemKey, longAgo, toItem } from './row.ts';

type ClaimPart = Pick<Batches, 'nextChunks' | 'claim' | 'heldFor' | 'renew' | 'finish' | 'release'>;

/** Rows with the same fence and the same thing to write share one statement. */
function alike<Row extends { index: number; fence: number }>(
  rows: readonly Row[],
  describe: (row: Row) => unknown,
): Row[][] {
  return [...Map.groupBy(rows, (row) => JSON.stringify([row.fence, describe(row)])).values()];
}

function outcomeFields({ state, error, delivery }: Omit<RowOutcome, 'index' | 'fence'>) {
  return present({ state, error, delivery });
}

export function createClaims(
  batches: Table<BatchRow>,
  items: Table<ItemRow>,
  cancelQueued: (tenantId: string, batchId: string) => Promise<void>,
): ClaimPart {
  const held = (tenantId: string, batchId: string, rows: readonly { index: number; fence: number }[]) => ({
    _id: { $in: rows.map((row) => itemKey(batchId, row.index)) },
    tenantId,
    fence: rows[0]!.fence,
    state: 'running' as const,
  });

  return {
    async nextChunks(tenantId, batchId, atMost) {
      for (;;) {
        const open = { _id: batchId, tenantId, state: isOpen, cancelRequestedAt: { $exists: false } };
        const batch = await batches.rows.findOne(open, { projection: { kind: 1, total: 1, nextFrom: 1 } });
        if (!batch || batch.nextFrom >= batch.total) return [];
        const size = chunkSize(batch);
        const upTo = Math.min(batch.total, batch.nextFrom + atMost * size);
        const taken = await batches.rows.updateOne(
          { ...open, nextFrom: batch.nextFrom },
          { $set: { nextFrom: upTo } },
        );
        if (taken.matchedCount === 0) continue;
        const starts = Array.from(
          { length: Math.ceil((upTo - batch.nextFrom) / size) },
          (_, chunk) => batch.nextFrom + chunk * size,
        );
        return starts.map((from) => ({ from, to: Math.min(from + size, upTo) }));
      }
    },

    async claim(tenantId, batchId, range, { owner, leaseMs, now = new Date() }) {
      const id = `${owner}#${newId()}`;
      const won = await items.rows.updateMany(
        { ...inRange(tenantId, batchId, range), state: isOpen, leaseUntil: { $lt: now } },
        {
          $set: { state: 'running', claimId: id, leaseUntil: new Date(now.getTime() + leaseMs) },
          $inc: { attempts: 1, fence: 1 },
        },
      );
      if (won.matchedCount === 0) return { id, batchId, items: [] };
      const rows = await items.rows
        .find({ ...inRange(tenantId, batchId, range), claimId: id, state: 'running' })
        .sort({ _id: 1 })
        .toArray();
      return { id, batchId, items: rows.map(toItem) };
    },

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
      const renewed = await items.rows.updateMany(
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
      const statements = alike(outcomes, outcomeFields).map((rows) => ({
        updateMany: {
          filter: held(tenantId, batchId, rows),
          update: {
            $set: outcomeFields(rows[0]!),
            ...(rows[0]!.state === 'done' && { $unset: { error: '' as const } }),
          },
        },
      }));
      const { matchedCount } = await items.rows.bulkWrite(statements, { ordered: false });
      return { held: matchedCount, refused: outcomes.length - matchedCount };
    },

    async release(tenantId, batchId, rows, again) {
      if (rows.length === 0) return 0;
      const statements = alike(rows, () => null).map((some) => ({
        updateMany: {
          filter: held(tenantId, batchId, some),
          update: {
            $set: { state: 'queued' as const, leaseUntil: again === 'now' ? longAgo : again },
            $unset: { claimId: '' as const },
            ...(again === 'now' && { $inc: { attempts: -1 } }),
          },
        },
      }));
      const { matchedCount } = await items.rows.bulkWrite(statements, { ordered: false });
      await cancelQueued(tenantId, batchId);
      return matchedCount;
    },
  };
}
