import { type JobData, limits } from '@sello/contracts';
import { AppError, type Logger, toRowError } from '@sello/kit';
import { LRUCache } from 'lru-cache';
import type {
  ChunkClaim,
  ChunkJobName,
  ChunkRows,
  ChunkWork,
  HeldRow,
  RowRange,
  SizedBatch,
} from './chunk-rows.ts';
import { createHighWaterMarks } from './high-water-marks.ts';
import { jobIdOf } from './job-id.ts';
import { keepLease } from './lease.ts';
import type { Progress } from './progress.ts';
import type { Queue } from './queue.ts';
import { createReleases } from './releases.ts';
import type { JobContext, JobHandler } from './serve.ts';

type Chunk = JobData<ChunkJobName>;

export interface ChunkJobContext<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  batches: ChunkRows<Batch, Row, Outcome>;
  queue: Pick<Queue, 'enqueueAll' | 'chunksAhead'>;
  progress: Progress;
  /** Who holds the leases. */
  owner: string;
}

const afterLeaseMs = 250;
const keptBatches = 200;

/**
 * The frame of every job that works on a chunk: claims the rows, renews their lease, has them worked on, hands back
 * what is left, enqueues the next chunks, counts. The rows are the record: what a killed run left behind is taken up by
 * the next one.
 *
 * The next chunks are enqueued before the last row of this one is finished. A worker that dies in between leaves a row
 * unfinished, so that this chunk's job comes again and enqueues the same chunks once more, which changes nothing. A
 * batch has as many chunks past each finished one as the workers there are can take (`chunksAhead`), no more; they are
 * enqueued together when half of them are used up, so that not every chunk has to ask.
 */
export function chunkJob<
  Name extends ChunkJobName,
  Batch extends SizedBatch,
  Row extends HeldRow,
  Outcome extends HeldRow,
>(
  name: Name,
  { batches, queue, progress, owner }: ChunkJobContext<Batch, Row, Outcome>,
  { work, waitBefore, waitAfter, faultIsAttempt }: ChunkWork<Batch, Row, Outcome>,
): JobHandler<Name> {
  const releases = createReleases();
  const highWaterMarks = createHighWaterMarks(keptBatches);
  /** Read once by this process: what a job needs of a batch never changes. */
  const known = new LRUCache<string, Batch, Chunk>({
    max: keptBatches,
    fetchMethod: async (_key, _stale, { context: { tenantId, batchId } }) =>
      (await batches.get(tenantId, batchId)) ?? undefined,
  });
  /** Chunks of each batch that this process works on. */
  const running = new Map<string, number>();

  /** Answers whether chunks were enqueued. */
  async function enqueueNextChunks({ tenantId, batchId, to }: Chunk): Promise<boolean> {
    const ahead = await queue.chunksAhead(name);
    if (highWaterMarks.isFarBeyond(batchId, to, ahead)) return false;
    const enqueue = (ranges: readonly RowRange[]) =>
      queue.enqueueAll<ChunkJobName>(
        name,
        ranges.map((range) => ({ tenantId, batchId, ...range })),
      );
    const next = await batches.nextChunks(tenantId, batchId, ahead, { past: to, enqueue });
    highWaterMarks.raise(batchId, next.at(-1)?.to ?? to + ahead * limits.chunkItems);
    return next.length > 0;
  }

  async function countAfter({ tenantId, batchId }: Chunk, hasNext: boolean): Promise<void> {
    if (hasNext) progress.touch(tenantId, batchId);
    else await progress.settle(tenantId, batchId);
  }

  async function batchOf(chunk: Chunk): Promise<Batch> {
    const batch = await known.fetch(`${chunk.tenantId}/${chunk.batchId}`, { context: chunk });
    if (batch === undefined) throw new AppError('batch_not_found');
    return batch;
  }

  /** The run's hold on its rows, and what becomes of each. */
  function holdRows(chunk: Chunk, claim: ChunkClaim<Row>, log: Logger) {
    const { tenantId, batchId } = chunk;
    const open = new Map<number, HeldRow>(claim.items.map((row) => [row.index, row]));
    const unsettled = new Set(open.keys());
    let next: Promise<boolean | { fault: unknown }> | undefined;

    /** Before the last row is written. What fails here is told when the rows are through: their work is done. */
    async function settling(rows: readonly HeldRow[]): Promise<void> {
      for (const { index } of rows) unsettled.delete(index);
      if (unsettled.size > 0) return;
      next ??= enqueueNextChunks(chunk).catch((fault: unknown) => {
        log.warn({ err: fault }, 'the next chunks could not be enqueued yet');
        return { fault };
      });
      await next;
    }
    return {
      open,
      async finish(outcomes: readonly Outcome[]) {
        await settling(outcomes);
        const answer = await batches.finish(tenantId, batchId, outcomes);
        for (const { index } of outcomes) open.delete(index);
        progress.touch(tenantId, batchId);
        return answer;
      },
      async putBack(row: HeldRow, again: Date) {
        await settling([row]);
        await batches.release(tenantId, batchId, [{ index: row.index, fence: row.fence }], again);
        open.delete(row.index);
      },
      /** Whether chunks were enqueued; throws what kept them from being so, so that the job comes again. */
      async hasNext(): Promise<boolean> {
        const found = (await next) ?? false;
        if (typeof found === 'object') throw found.fault;
        return found;
      },
    };
  }

  async function runClaimed(chunk: Chunk, claim: ChunkClaim<Row>, context: JobContext): Promise<void> {
    const { tenantId, batchId } = chunk;
    const { log, handBack } = context;
    const lease = keepLease(async () => (await batches.renew(tenantId, claim, limits.leaseMs)) > 0, log);
    const rows = holdRows(chunk, claim, log);
    const release = (again: 'now' | Date) =>
      rows.open.size > 0 && batches.release(tenantId, batchId, [...rows.open.values()], again);
    const keepRelease = (again: 'now' | Date) =>
      releases.attempt(jobIdOf(name, chunk), async () => release(again), log);
    let againAfterMs: number | undefined;
    let total = 0;
    progress.touch(tenantId, batchId);
    try {
      const batch = await batchOf(chunk);
      ({ total } = batch);
      const signal = AbortSignal.any([context.signal, lease.lost]);
      againAfterMs = await work({ batch, claim, signal, finish: rows.finish, putBack: rows.putBack });
    } catch (fault) {
      // The next try of the job finds the rows free; those that are through are not touched by this.
      await keepRelease(faultIsAttempt ? new Date() : 'now');
      progress.touch(tenantId, batchId);
      const waitMs = waitAfter?.(fault);
      if (waitMs !== undefined) return handBack(waitMs);
      throw fault;
    } finally {
      lease.end();
    }
    // Whoever took the lease over does the rest.
    if (lease.lost.aborted) return countAfter(chunk, false);
    if (rows.open.size > 0) {
      await keepRelease('now');
      progress.touch(tenantId, batchId);
      return handBack(againAfterMs ?? 0);
    }
    // In the middle of a batch others count soon enough, this process itself where it is at another chunk of it; it is
    // the batch's end that must not be missed.
    const hasNext = await rows.hasNext();
    const isNearEnd = chunk.to + (await queue.chunksAhead(name)) * limits.chunkItems >= total;
    await countAfter(chunk, hasNext || !isNearEnd || running.get(batchId)! > 1);
  }

  async function runAmongOthers(chunk: Chunk, claim: ChunkClaim<Row>, context: JobContext): Promise<void> {
    const { batchId } = chunk;
    running.set(batchId, (running.get(batchId) ?? 0) + 1);
    try {
      await runClaimed(chunk, claim, context);
    } finally {
      const others = running.get(batchId)! - 1;
      if (others > 0) running.set(batchId, others);
      else running.delete(batchId);
    }
  }

  return {
    async run(chunk, context) {
      const { tenantId, batchId, from, to } = chunk;
      const range = { from, to };
      await releases.retry(jobIdOf(name, chunk));
      const waitMs = await waitBefore?.();
      if (waitMs !== undefined) return context.handBack(waitMs);
      const claim = await batches.claim(tenantId, batchId, range, { owner, leaseMs: limits.leaseMs });
      if (claim.items.length > 0) return runAmongOthers(chunk, claim, context);
      // A killed run still holds its rows: come back when its lease is over, without waiting for the reconciler.
      const held = await batches.heldFor(tenantId, batchId, range);
      if (held > 0) return context.handBack(held + afterLeaseMs);
      await countAfter(chunk, await enqueueNextChunks(chunk));
    },

    async giveUp(chunk, error) {
      const { tenantId, batchId, from, to } = chunk;
      await batches.failUnfinished(tenantId, batchId, { from, to }, toRowError(error));
      await countAfter(chunk, await enqueueNextChunks(chunk));
    },
  };
}
