import type { ObjectStoreGuard } from '@sello/blobs';
import { type JobData, limits } from '@sello/contracts';
import { AppError, isAppError, toRowError } from '@sello/kit';
import {
  createHandOn,
  createReleases,
  type JobHandler,
  jobIdOf,
  keepLease,
  type Progress,
  type Queue,
} from '@sello/queue';
import type { BatchItemRecord, Claim, Store } from '@sello/store';
import type { Issuing } from '../issuing/issuing.ts';
import type { WorkMetrics } from '../metrics.ts';

export interface GenerateParts {
  store: Pick<Store, 'batches'>;
  queue: Pick<Queue, 'enqueue'>;
  progress: Progress;
  issuing: Issuing;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  metrics: WorkMetrics;
  /** Who holds the leases. */
  owner: string;
}

type Chunk = JobData<'generate'>;

const afterLeaseMs = 250;
/** Until it is looked again whether an operator has put the object store right; it counts as no try. */
const storeUnknownMs = 2_000;
/** When a chunk of heavy rows asks for its next turn, ms: after one, or after it found that others had theirs. */
const afterSliceMs = 300;
const afterOthersMs = () => 1_500 + Math.random() * 1_500;

/**
 * Claims the rows of a chunk, issues their certificates, finishes the rows, counts, and hands on the next chunk.
 * The rows are the record: what a killed run left behind is taken up by the next one.
 */
export function generateJob(parts: GenerateParts): JobHandler<'generate'> {
  const { store, queue, progress, issuing, objectStore, metrics, owner } = parts;
  const { batches } = store;

  const releases = createReleases();
  const handOn = createHandOn('generate', { nextChunks: batches.nextChunks, queue, progress });

  /** Answers the rows whose turn has not come. */
  async function issueClaimed({ tenantId, batchId }: Chunk, claim: Claim): Promise<BatchItemRecord[]> {
    const batch = await batches.get(tenantId, batchId);
    if (batch === null) throw new AppError('batch_not_found');
    const { outcomes, heldBack, fault, postponed } = await issuing.issue(batch, claim);
    const { refused } = await batches.finish(tenantId, batchId, outcomes);
    metrics.rowsDone(outcomes, refused);
    if (heldBack.length > 0) throw fault;
    return postponed;
  }

  return {
    async run(chunk, { log, handBack }) {
      const { tenantId, batchId, from, to } = chunk;
      const rows = jobIdOf('generate', chunk);
      await releases.settle(rows);
      // Before rows are claimed: they stay queued until the store is known again.
      if (!(await objectStore.isOurs())) return handBack(storeUnknownMs);
      const claim = await batches.claim(tenantId, batchId, { from, to }, { owner, leaseMs: limits.leaseMs });
      if (claim.items.length === 0) {
        // A killed run still holds its rows: come back when its lease is over, without waiting for the reconciler.
        const held = await batches.heldFor(tenantId, batchId, { from, to });
        return held > 0 ? handBack(held + afterLeaseMs) : handOn(chunk, false);
      }
      const lease = keepLease(async () => (await batches.renew(tenantId, claim, limits.leaseMs)) > 0, log);
      const ended = metrics.chunkStarts();
      let postponed: BatchItemRecord[] = [];
      try {
        progress.touch(tenantId, batchId);
        postponed = await issueClaimed(chunk, claim);
        if (postponed.length > 0) await batches.release(tenantId, batchId, postponed, 'now');
      } catch (error) {
        // The next try of the job finds the rows free; those that are through are not touched by this.
        const free = () => batches.release(tenantId, batchId, claim.items, new Date());
        await releases.attempt(rows, free, log);
        progress.touch(tenantId, batchId);
        if (isAppError(error, 'object_store_unknown')) return handBack(storeUnknownMs);
        throw error;
      } finally {
        lease.end();
        ended();
      }
      if (postponed.length > 0) {
        progress.touch(tenantId, batchId);
        handBack(postponed.length < claim.items.length ? afterSliceMs : afterOthersMs());
      }
      await handOn(chunk, true);
    },

    async giveUp(chunk, error) {
      const { tenantId, batchId, from, to } = chunk;
      await batches.failUnfinished(tenantId, batchId, { from, to }, toRowError(error));
      await handOn(chunk, true);
    },
  };
}
