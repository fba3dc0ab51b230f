import { chunkItemsOf, type JobData } from '@sello/contracts';
import { AppError, type Logger, times, toRowError } from '@sello/kit';
import { LRUCache } from 'lru-cache';
import type {
  ChunkClaim,
  ChunkJobName,
  ChunkRows,
  ChunkWork,
  ClaimedChunk,
  FailedRow,
  HeldRow,
  RowRange,
  SizedBatch,
} from './chunk-rows.ts';
import { createHighWaterMarks } from './high-water-marks.ts';
import { jobIdOf } from './job-id.ts';
import { keepLease } from './lease.ts';
import { areSuspect, workOneByOne } from './one-by-one.ts';
import type { Progress } from './progress.ts';
import type { Queue } from './queue.ts';
import { createReleases } from './releases.ts';
import type { JobContext, JobHandler } from './serve.ts';

type Chunk = JobData<ChunkJobName>;

export interface ChunkJobContext<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  batches: ChunkRows<Batch, Row, Outcome>;
  queue: Pick<Queue, 'enqueueAll' | 'chunksAhead'>;
  progress: Progress;
  /** Identifies the holder of the leases. */
  owner: string;
  /** How long this process has run, ms. */
  uptimeMs?: () => number;
}

const keptBatches = 200;

/**
 * The handler of every job that works on a chunk: it claims the rows, renews their lease, calls `work`, releases the
 * rows that are left, enqueues the next chunks and counts. The rows in the database are the record: the next run
 * continues what a killed run left; rows whose processes keep ending are worked on one by one (`workOneByOne`).
 *
 * The next chunks are enqueued before the last row of this chunk is finished. A worker that dies in between leaves a row
 * unfinished, so the job of this chunk runs again and enqueues the same chunks; enqueuing is idempotent. At most
 * `chunksAhead` chunks beyond a finished one are enqueued, as many as all workers can take. They are enqueued together
 * when half of them are used up, so that not every chunk needs a query.
 */
export function chunkJob<
  Name extends ChunkJobName,
  Batch extends SizedBatch,
  Row extends HeldRow,
  Outcome extends HeldRow,
>(
  name: Name,
  {
    batches,
    queue,
    progress,
    owner,
    uptimeMs = () => process.uptime() * 1_000,
  }: ChunkJobContext<Batch, Row, Outcome>,
  { work, waitBefore, waitAfter, faultIsAttempt, onEndedWorker }: ChunkWork<Batch, Row, Outcome>,
): JobHandler<Name> {
  const releases = createReleases();
  const highWaterMarks = createHighWaterMarks(keptBatches, chunkItemsOf(name));
  /** Cached in this process: the fields of a batch that a job needs never change. */
  const known = new LRUCache<string, Batch, Chunk>({
    max: keptBatches,
    fetchMethod: async (_key, _stale, { context: { tenantId, batchId } }) =>
      (await batches.get(tenantId, batchId)) ?? undefined,
  });
  /** How many chunks of each batch this process works on. */
  const running = new Map<string, number>();

  /** Returns whether chunks were enqueued. */
  async function enqueueNextChunks({ tenantId, batchId, to }: Chunk): Promise<boolean> {
    const ahead = await queue.chunksAhead(name);
    if (highWaterMarks.isFarBeyond(batchId, to, ahead)) return false;
    const enqueue = (ranges: readonly RowRange[]) =>
      queue.enqueueAll<ChunkJobName>(
        name,
        ranges.map((range) => ({ tenantId, batchId, ...range })),
      );
    const next = await batches.nextChunks(tenantId, batchId, ahead, { past: to, enqueue });
    highWaterMarks.raise(batchId, next.at(-1)?.to ?? to + ahead * chunkItemsOf(name));
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

  /** Tracks the claimed rows of one run until each is finished or released. */
  function trackRows(chunk: Chunk, claim: ChunkClaim<Row>, log: Logger) {
    const { tenantId, batchId } = chunk;
    const open = new Map<number, HeldRow>(claim.items.map((row) => [row.index, row]));
    const unsettled = new Set(open.keys());
    let next: Promise<boolean | { fault: unknown }> | undefined;

    /**
     * Enqueues the next chunks before the last row is written. A fault is not thrown here but by `hasNext`, because the
     * work on these rows is done and must be written.
     */
    async function beforeWrite(rows: readonly HeldRow[]): Promise<void> {
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
      willFinish: (rows: readonly HeldRow[]) => void beforeWrite(rows),
      async finish(outcomes: readonly (Outcome | FailedRow)[]) {
        await beforeWrite(outcomes);
        const answer = await batches.finish(tenantId, batchId, outcomes);
        for (const { index } of outcomes) open.delete(index);
        progress.touch(tenantId, batchId);
        return answer;
      },
      async putBack(row: HeldRow, again: Date) {
        await beforeWrite([row]);
        await batches.release(tenantId, batchId, [{ index: row.index, fence: row.fence }], again);
        open.delete(row.index);
      },
      /** Whether chunks were enqueued. Throws the fault of enqueuing them, so that the job is retried. */
      async hasNext(): Promise<boolean> {
        const found = (await next) ?? false;
        if (typeof found === 'object') throw found.fault;
        return found;
      },
    };
  }

  const aloneKey = (chunk: Chunk) => `${jobIdOf(name, chunk)} alone`;

  /** Works on rows of which one may end the process. */
  function workAlone(
    claimed: ClaimedChunk<Batch, Row, Outcome>,
    rows: {
      open: ReadonlyMap<number, HeldRow>;
      finish: (outcomes: readonly FailedRow[]) => Promise<unknown>;
    },
    chunk: Chunk,
    { alone, log }: JobContext,
  ): Promise<number | undefined> {
    const { tenantId, batchId } = chunk;
    const { claim, signal } = claimed;
    log.warn({ rows: claim.items.length }, 'rows are worked on one by one: processes have ended with them');
    return workOneByOne({
      ...{ rows: claim.items, signal, uptimeMs, alone },
      referenceOf: ({ index }) => `${batchId}/${index}`,
      begin: (row) => batches.beginAlone(tenantId, batchId, row),
      async work(row) {
        let refused = 0;
        const againAfterMs = await work({
          ...claimed,
          claim: { ...claim, items: [row] },
          async finish(outcomes) {
            const answer = await claimed.finish(outcomes);
            refused += answer.refused;
            return answer;
          },
        });
        return { isFinished: refused === 0 && !rows.open.has(row.index), againAfterMs };
      },
      survived: (row) =>
        releases.attempt(aloneKey(chunk), () => batches.survivedAlone(tenantId, batchId, row), log),
      async fail(outcome) {
        await rows.finish([outcome]);
        onEndedWorker?.(outcome);
        log.error({ batchId, row: outcome.index, err: outcome.error }, 'a row failed that ends its process');
      },
    });
  }

  async function runClaimed(chunk: Chunk, claim: ChunkClaim<Row>, context: JobContext): Promise<void> {
    const { tenantId, batchId } = chunk;
    const { log, handBack } = context;
    const lease = keepLease(async () => (await batches.renew(tenantId, claim, times.leaseMs)) > 0, log);
    const rows = trackRows(chunk, claim, log);
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
      const { willFinish, finish, putBack } = rows;
      const claimed = { batch, claim, signal, willFinish, finish, putBack };
      againAfterMs = areSuspect(claim.items)
        ? await workAlone(claimed, rows, chunk, context)
        : await work(claimed);
    } catch (fault) {
      const waitMs = waitAfter?.(fault);
      // Rows that are not finished are released for the next attempt.
      await keepRelease(faultIsAttempt && waitMs === undefined ? new Date() : 'now');
      progress.touch(tenantId, batchId);
      if (waitMs !== undefined) return handBack(waitMs);
      throw fault;
    } finally {
      lease.end();
    }
    // The new holder of the lease works on the rest.
    if (lease.lost.aborted) return countAfter(chunk, false);
    if (rows.open.size > 0) {
      await keepRelease('now');
      progress.touch(tenantId, batchId);
      return handBack(againAfterMs ?? 0);
    }
    // In the middle of a batch a later chunk counts soon enough. Only near its end must every chunk count, unless this
    // process still works on another chunk of the batch, because the last count ends the batch.
    const hasNext = await rows.hasNext();
    const isNearEnd = chunk.to + (await queue.chunksAhead(name)) * chunkItemsOf(name) >= total;
    await countAfter(chunk, hasNext || !isNearEnd || running.get(batchId)! > 1);
  }

  async function runCounted(chunk: Chunk, claim: ChunkClaim<Row>, context: JobContext): Promise<void> {
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
      await releases.retry(aloneKey(chunk));
      await releases.retry(jobIdOf(name, chunk));
      const waitMs = await waitBefore?.(batchId);
      if (waitMs !== undefined) return context.handBack(waitMs);
      const claim = await batches.claim(tenantId, batchId, range, { owner, leaseMs: times.leaseMs });
      if (claim.items.length > 0) return runCounted(chunk, claim, context);
      // A killed run still holds its rows: run again when its lease has expired, instead of waiting for the reconciler.
      const held = await batches.heldFor(tenantId, batchId, range);
      if (held > 0) return context.handBack(held + times.afterLeaseMs);
      await countAfter(chunk, await enqueueNextChunks(chunk));
    },

    async giveUp(chunk, error) {
      const { tenantId, batchId, from, to } = chunk;
      await batches.failUnfinished(tenantId, batchId, { from, to }, toRowError(error));
      await countAfter(chunk, await enqueueNextChunks(chunk));
    },
  };
}
