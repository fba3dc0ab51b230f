import { type JobData, limits, type RowError } from '@sello/contracts';
import { AppError, type Logger, toRowError } from '@sello/kit';
import { jobIdOf } from './job-id.ts';
import { keepLease } from './lease.ts';
import type { Progress } from './progress.ts';
import type { Queue } from './queue.ts';
import { createReleases } from './releases.ts';
import type { JobContext, JobHandler } from './serve.ts';

/** The jobs whose data is a chunk: rows of a batch with `from <= index < to`. */
export type ChunkJobName = 'generate' | 'email';
type Chunk = JobData<ChunkJobName>;

/** A row under a lease. Only the claim that knows its fence may write it. */
export interface HeldRow {
  index: number;
  fence: number;
}

export interface SizedBatch {
  /** Rows. */
  total: number;
}

export interface ChunkClaim<Row> {
  id: string;
  batchId: string;
  items: Row[];
}

/** What the frame needs of the rows of batches; the store's `batches` is one. */
export interface ChunkRows<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  get(tenantId: string, batchId: string): Promise<Batch | null>;
  claim(
    tenantId: string,
    batchId: string,
    range: { from: number; to: number },
    options: { owner: string; leaseMs: number },
  ): Promise<ChunkClaim<Row>>;
  heldFor(tenantId: string, batchId: string, range: { from: number; to: number }): Promise<number>;
  renew(tenantId: string, claim: ChunkClaim<Row>, leaseMs: number): Promise<number>;
  finish(tenantId: string, batchId: string, outcomes: readonly Outcome[]): Promise<{ refused: number }>;
  release(tenantId: string, batchId: string, rows: readonly HeldRow[], again: 'now' | Date): Promise<number>;
  failUnfinished(
    tenantId: string,
    batchId: string,
    range: { from: number; to: number },
    error: RowError,
  ): Promise<number>;
  nextChunks(
    tenantId: string,
    batchId: string,
    atMost: number,
    options: { past: number; enqueue: (chunk: { from: number; to: number }) => Promise<void> },
  ): Promise<unknown[]>;
}

/** Rows that this run holds, with their batch. */
export interface ClaimedChunk<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  batch: Batch;
  claim: ChunkClaim<Row>;
  /** Aborted when the service drains or the lease was lost: begin no further row. */
  signal: AbortSignal;
  /** Writes outcomes; a row that another claim took meanwhile is refused. */
  finish(outcomes: readonly Outcome[]): Promise<{ refused: number }>;
  /** Puts a row back, to be tried again at that moment at the earliest. */
  putBack(row: HeldRow, again: Date): Promise<void>;
}

/** What one kind of chunk job is about. */
export interface ChunkWork<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  /**
   * Works on claimed rows. Those that it neither finishes nor puts back are free again when it ends, and the job comes
   * back for them after the ms answered (at once without). Throws faults: the job tries again.
   */
  work(chunk: ClaimedChunk<Batch, Row, Outcome>): Promise<number | undefined>;
  /** Asked before rows are claimed: ms to wait while nothing may be worked on, which count as no try. */
  waitBefore?(): Promise<number | undefined>;
  /** ms to wait after a fault that counts as no try. */
  waitAfter?(fault: unknown): number | undefined;
  /** Whether rows that a fault kept back have had an attempt. */
  faultIsAttempt: boolean;
}

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
