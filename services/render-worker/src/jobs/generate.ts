import type { ObjectStoreGuard } from '@sello/blobs';
import { isAppError, times } from '@sello/kit';
import { type ChunkJobContext, chunkJob, type JobHandler } from '@sello/queue';
import type { BatchRecord, ClaimedStudentRow, RowOutcome } from '@sello/store';
import type { Issuing } from '../issuing/issuing.ts';
import type { WorkMetrics } from '../metrics.ts';
import { createSharedCheck } from '../shared-check.ts';

export interface GenerateContext extends ChunkJobContext<BatchRecord, ClaimedStudentRow, RowOutcome> {
  issuing: Issuing;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  metrics: WorkMetrics;
}

const withoutProgressMs = () => times.heavyWaitMs * (1 + Math.random());

/** Issues the certificates of a chunk's rows. */
export function generateJob(context: GenerateContext): JobHandler<'generate'> {
  const { issuing, objectStore, metrics } = context;
  const shared = createSharedCheck();
  return chunkJob('generate', context, {
    faultIsAttempt: true,
    onEndedWorker: (outcome) => metrics.rowsDone([outcome], 0),
    // Checked before rows are claimed, so that they stay queued until the object store is the installation's again. The
    // chunks of a batch share the check for a second: before anything is issued, each makes a check of its own.
    waitBefore: async (batchId) =>
      (await shared(batchId, () => objectStore.isOurs())) ? undefined : times.storeUnknownMs,
    waitAfter: (fault) => (isAppError(fault, 'object_store_unknown') ? times.storeUnknownMs : undefined),

    async work({ batch, claim, willFinish, finish }) {
      const stopTimer = metrics.startChunkTimer();
      try {
        const { outcomes, faulted, fault, postponed } = await issuing.issue(batch, claim, willFinish);
        const { refused } = await finish(outcomes);
        metrics.rowsDone(outcomes, refused);
        if (faulted.length > 0) throw fault;
        return postponed.length < claim.items.length ? times.heavyAgainMs : withoutProgressMs();
      } finally {
        stopTimer();
      }
    },
  });
}
