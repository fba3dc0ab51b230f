import { type JobData, limits } from '@sello/contracts';
import { AppError, type Logger, toRowError } from '@sello/kit';
import type { ChunkClaim, ChunkRows, ChunkWork, HeldRow, SizedBatch } from './chunk-rows.ts';
import { jobIdOf } from './job-id.ts';
import { keepLease } from './lease.ts';
import type { Progress } from './progress.ts';
import type { Queue } from './queue.ts';
import { createReleases } from './releases.ts';
import type { JobContext, JobHandler } from './serve.ts';

/** The jobs whose data is a chunk: rows of a batch with `from <= index < to`. */
export type ChunkJobName = 'generate' | 'email';
type Chunk = JobData<ChunkJobName>;

export interface ChunkJobContext<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  batches: ChunkRows<Batch, Row, Outcome>;
  queue: Pick<Queue, 'enqueue'>;
  progress: Progress;
  /** Who holds the leases. */
  owner: string;
}

const afterLeaseMs = 250;

/**
 * The frame of every job that works on a chunk: claims the rows, renews their lease, has them worked on, hands back
 * what is left, enqueues the next chunk, counts. The rows are the record: what a killed run left behind is taken up by
 * the next one.
 *
 * The next chunk is enqueued before the last row of this one is finished. A worker that dies in between leaves a row
 * unfinished, so that this chunk's job comes again and enqueues the same chunk once more, which changes nothing. A
 * batch has `limits.chunksInQueue` chunks past each finished one, no more.
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

  async function enqueueNextChunk({ tenantId, batchId, to }: Chunk): Promise<boolean> {
    const enqueue = (range: { from: number; to: number }) =>
      queue.enqueue<ChunkJobName>(name, { tenantId, batchId, ...range });
    const next = await batches.nextChunks(tenantId, batchId, limits.chunksInQueue, { past: to, enqueue });
    return next.length > 0;
  }

  async function countAfter({ tenantId, batchId }: Chunk, hasNext: boolean): Promise<void> {
    if (hasNext) progress.touch(tenantId, batchId);
    else await progress.settle(tenantId, batchId);
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
      next ??= enqueueNextChunk(chunk).catch((fault: unknown) => {
        log.warn({ err: fault }, 'the next chunk could not be enqueued yet');
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
      /** Whether a chunk follows; throws what kept it from being enqueued, so that the job comes again. */
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
      const batch = await batches.get(tenantId, batchId);
      if (batch === null) throw new AppError('batch_not_found');
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
    // In the middle of a batch others count soon enough; it is its end that must not be missed.
    const isNearEnd = chunk.to + limits.chunksInQueue * limits.chunkItems >= total;
    await countAfter(chunk, (await rows.hasNext()) || !isNearEnd);
  }

  return {
    async run(chunk, context) {
      const { tenantId, batchId, from, to } = chunk;
      const range = { from, to };
      await releases.settle(jobIdOf(name, chunk));
      const waitMs = await waitBefore?.();
      if (waitMs !== undefined) return context.handBack(waitMs);
      const claim = await batches.claim(tenantId, batchId, range, { owner, leaseMs: limits.leaseMs });
      if (claim.items.length > 0) return runClaimed(chunk, claim, context);
      // A killed run still holds its rows: come back when its lease is over, without waiting for the reconciler.
      const held = await batches.heldFor(tenantId, batchId, range);
      if (held > 0) return context.handBack(held + afterLeaseMs);
      await countAfter(chunk, await enqueueNextChunk(chunk));
    },

    async giveUp(chunk, error) {
      const { tenantId, batchId, from, to } = chunk;
      await batches.failUnfinished(tenantId, batchId, { from, to }, toRowError(error));
      await countAfter(chunk, await enqueueNextChunk(chunk));
    },
  };
}
