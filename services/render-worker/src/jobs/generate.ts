import type { ObjectStoreGuard } from '@sello/blobs';
import { limits } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { type ChunkJobContext, chunkJob, type JobHandler } from '@sello/queue';
import type { BatchItemRecord, BatchRecord, RowOutcome } from '@sello/store';
import type { Issuing } from '../issuing/issuing.ts';
import type { WorkMetrics } from '../metrics.ts';

export interface GenerateContext extends ChunkJobContext<BatchRecord, BatchItemRecord, RowOutcome> {
  issuing: Issuing;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  metrics: WorkMetrics;
}

/** When a chunk of heavy rows asks for its next turn, ms: after one, or after it found that others had theirs. */
const afterSliceMs = 300;
const afterOthersMs = () => 1_500 + Math.random() * 1_500;

/** Issues the certificates of a chunk's rows. */
export function generateJob(context: GenerateContext): JobHandler<'generate'> {
  const { issuing, objectStore, metrics } = context;
  return chunkJob('generate', context, {
    faultIsAttempt: true,
    // Before rows are claimed: they stay queued until the store is known again.
    waitBefore: async () => ((await objectStore.isOurs()) ? undefined : limits.storeUnknownMs),
    waitAfter: (fault) => (isAppError(fault, 'object_store_unknown') ? limits.storeUnknownMs : undefined),

    async work({ batch, claim, finish }) {
      const ended = metrics.chunkStarts();
      try {
        const { outcomes, heldBack, fault, postponed } = await issuing.issue(batch, claim);
        const { refused } = await finish(outcomes);
        metrics.rowsDone(outcomes, refused);
        if (heldBack.length > 0) throw fault;
        return postponed.length < claim.items.length ? afterSliceMs : afterOthersMs();
      } finally {
        ended();
      }
    },
  });
}
