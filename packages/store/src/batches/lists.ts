import type { BatchFilterState, BatchKind, EmailOutcome } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { findPage } from '../database/keyset.ts';
import type { Filter, Table } from '../database/table.ts';
import type { Batches } from './batches.ts';
import { type BatchRow, type ItemRow, isOpen, isVisible, itemKey, toBatch, toItem } from './row.ts';

// Not sorted by id, because a caller may choose the id of a batch.
const newestFirst = { field: 'createdAt', direction: -1 } as const;

const stateFilters = {
  running: { state: isOpen },
  failed: { state: isVisible, failed: { $gt: 0 } },
  done: { state: 'done', failed: 0 },
  cancelled: { state: 'cancelled' },
} as const satisfies Record<BatchFilterState, Filter<BatchRow>>;

const outcomeFilters = {
  accepted: { state: 'done', delivery: 'accepted' },
  refused: { state: 'failed', delivery: 'refused' },
  unknown: { state: 'failed', delivery: 'unknown' },
  unsent: { state: 'failed', delivery: null },
} as const satisfies Record<EmailOutcome, object>;

const ofKinds = (kinds: readonly BatchKind[] | undefined) => kinds && { kind: { $in: [...kinds] } };

/** The reads of batches and their rows in pages. */
export function createLists(
  batches: Table<BatchRow>,
  items: Table<ItemRow>,
): Pick<Batches, 'list' | 'lastOf' | 'starts' | 'unknownOf' | 'failedWith' | 'items'> {
  async function countRows(
    tenantId: string,
    batchIds: readonly string[],
    which: object,
  ): Promise<Map<string, number>> {
    if (batchIds.length === 0) return new Map();
    const counted = await items.rows
      .aggregate<{ _id: string; rows: number }>([
        { $match: { batchId: { $in: [...batchIds] }, tenantId, ...which } },
        { $group: { _id: '$batchId', rows: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(counted.map(({ _id, rows }) => [_id, rows]));
  }

  return {
    async list(tenantId, { limit, cursor, running, kinds, state, createdBy, from, before } = {}) {
      const isRunning = running === undefined ? isVisible : running ? isOpen : { $in: ['done', 'cancelled'] };
      const startedAt = { ...(from && { $gte: from }), ...(before && { $lt: before }) };
      const page = await findPage(batches, {
        filter: {
          ...{ tenantId, state: isRunning },
          ...(state && stateFilters[state]),
          ...ofKinds(kinds),
          ...(createdBy !== undefined && { createdBy }),
          ...((from || before) && { createdAt: startedAt }),
        },
        sort: newestFirst,
        limit,
        cursor,
      });
      return { ...page, items: page.items.map(toBatch) };
    },
    async lastOf(tenantId, templateId) {
      const issuing = { tenantId, kind: 'generate', state: isVisible, templateIds: templateId } as const;
      const [newest] = await batches.rows
        .find(issuing as Filter<BatchRow>)
        .sort({ createdAt: -1, _id: -1 })
        .limit(1)
        .toArray();
      return newest ? toBatch(newest) : null;
    },
    async starts(tenantId, kinds) {
      const shown = { tenantId, state: isVisible, ...ofKinds(kinds) } as Filter<BatchRow>;
      const [oldest, people] = await Promise.all([
        batches.rows.find(shown).sort({ createdAt: 1, _id: 1 }).limit(1).toArray(),
        batches.rows
          .aggregate<{ _id: string }>([{ $match: shown }, { $group: { _id: '$createdBy' } }])
          .toArray(),
      ]);
      return { since: oldest[0]?.createdAt, createdBy: people.map(({ _id }) => _id) };
    },
    unknownOf: (tenantId, batchIds) => countRows(tenantId, batchIds, outcomeFilters.unknown),
    failedWith: (tenantId, batchIds, codes) =>
      countRows(tenantId, batchIds, { state: 'failed', 'error.code': { $in: [...codes] } }),
    async items(tenantId, batchId, { state, outcome, indexes, limit, cursor } = {}) {
      const after = cursor === undefined ? -1 : Number(cursor);
      if (!Number.isSafeInteger(after))
        throw new AppError('invalid_payload', { details: { field: 'cursor' } });
      const range = { $gt: after < 0 ? `${batchId}:` : itemKey(batchId, after), $lt: `${batchId};` };
      const filter = {
        ...{ _id: range, tenantId },
        ...(state && { batchId, state }),
        ...(outcome && { batchId, ...outcomeFilters[outcome] }),
        ...(indexes && { $and: [{ _id: { $in: indexes.map((index) => itemKey(batchId, index)) } }] }),
      } as Filter<ItemRow>;
      let query = items.rows.find(filter).sort({ _id: 1 });
      if (limit !== undefined) query = query.limit(limit + 1);
      const found = limit === 0 ? [] : (await query.toArray()).map(toItem);
      const page = limit === undefined ? found : found.slice(0, limit);
      const more = page.length < found.length;
      return { items: page, nextCursor: more ? String(page.at(-1)!.index) : null };
    },
  };
}
