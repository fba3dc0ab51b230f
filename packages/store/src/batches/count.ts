import { type BatchEvent, batchEventOf, type ItemState, isArchiveKind } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { omitUndefined, type Table } from '../database/table.ts';
import type { Batches, Count } from './batches.ts';
import { type BatchRow, type ItemRow, inRange, isOpen, isVisible, type Tally } from './row.ts';

/** Final rows needed before `settledBelow` is moved; counting fewer again costs less than the update. */
const settleAtLeast = 250;
const attempts = 20;

interface Counted extends Tally {
  queued: number;
  running: number;
  /** The first row that is not final. */
  firstOpen: number;
}

function toEvent(batch: BatchRow): BatchEvent {
  return batchEventOf({ ...batch, state: batch.state === 'preparing' ? 'queued' : batch.state });
}

/** The counts of a batch, from its settled part and a count of the rest. */
function nextCounts(batch: BatchRow, counted: Counted, now: Date) {
  const done = batch.settled.done + counted.done;
  const failed = batch.settled.failed + counted.failed;
  const cancelled = batch.settled.cancelled + counted.cancelled;
  const isComplete = done + failed + cancelled >= batch.total;
  const lacksFile =
    isArchiveKind(batch.kind) &&
    batch.download === undefined &&
    done > 0 &&
    batch.cancelRequestedAt === undefined;
  const ended = isComplete && !lacksFile;
  const hasStarted =
    batch.state === 'running' || counted.running > 0 || done + failed + cancelled > batch.failedEarly;
  const endState = cancelled > 0 ? 'cancelled' : 'done';
  const state = ended ? endState : hasStarted ? 'running' : 'queued';
  return omitUndefined({
    done,
    failed,
    cancelled,
    state,
    startedAt: batch.startedAt ?? (hasStarted || ended ? now : undefined),
    endedAt: ended ? now : undefined,
  } as const);
}

export function createCount(batches: Table<BatchRow>, items: Table<ItemRow>): Batches['count'] {
  /** Rows by state within a range. */
  async function countRows(tenantId: string, batchId: string, from: number, to: number): Promise<Counted> {
    const found = await items.rows
      .aggregate<{ _id: ItemState; rows: number; first: number }>([
        { $match: inRange(tenantId, batchId, { from, to }) },
        { $group: { _id: '$state', rows: { $sum: 1 }, first: { $min: '$index' } } },
      ])
      .toArray();
    const counted: Counted = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0, firstOpen: to };
    for (const { _id: state, rows, first } of found) {
      counted[state] = rows;
      if (state === 'queued' || state === 'running') counted.firstOpen = Math.min(counted.firstOpen, first);
    }
    return counted;
  }

  /** Moves `settledBelow` past rows that are final and stay final. */
  async function settle(batch: BatchRow, counted: Counted): Promise<Partial<BatchRow>> {
    if (counted.firstOpen - batch.settledBelow < settleAtLeast) return {};
    const { done, failed, cancelled } = await countRows(
      batch.tenantId,
      batch._id,
      batch.settledBelow,
      counted.firstOpen,
    );
    const { settled } = batch;
    return {
      settledBelow: counted.firstOpen,
      settled: {
        done: settled.done + done,
        failed: settled.failed + failed,
        cancelled: settled.cancelled + cancelled,
      },
    };
  }

  return async (tenantId, batchId) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const batch = await batches.rows.findOne({ _id: batchId, tenantId, state: isVisible });
      if (!batch) throw new AppError('batch_not_found');
      if (batch.endedAt) return { event: toEvent(batch), changed: false, ended: false };
      // Rows that were never enqueued have not started, unless some failed early or all were cancelled.
      const includesUnqueued = batch.failedEarly > 0 || batch.cancelRequestedAt !== undefined;
      const upTo = includesUnqueued ? batch.total : batch.nextFrom;
      const now = new Date();
      const counted = await countRows(tenantId, batchId, batch.settledBelow, upTo);
      const counts = nextCounts(batch, counted, now);
      const changed =
        counts.state !== batch.state ||
        counts.done !== batch.done ||
        counts.failed !== batch.failed ||
        counts.cancelled !== batch.cancelled;
      if (!changed) return { event: toEvent(batch), changed, ended: false };
      // Optimistic concurrency: if another process counted meanwhile, the update matches nothing and the count is
      // repeated.
      const written = await batches.findOneAndUpdate(
        {
          _id: batchId,
          tenantId,
          state: isOpen,
          rev: batch.rev,
          settledBelow: batch.settledBelow,
          'whole.fence': batch.whole.fence,
        },
        { $set: { ...counts, ...(await settle(batch, counted)), movedAt: now }, $inc: { rev: 1 } },
        { returnDocument: 'after' },
      );
      if (written) {
        return { event: toEvent(written), changed, ended: counts.endedAt !== undefined } satisfies Count;
      }
    }
    throw new AppError('unavailable');
  };
}
