import type { Logger } from '@sello/kit';
import { enqueueChunks, type Queue } from '@sello/queue';
import type { CheckOptions, Gap, Run, Store } from '@sello/store';
import type { WorkMetrics } from '../../metrics.ts';

export interface RepairGapsContext {
  store: Pick<Store, 'soundness'>;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  metrics: WorkMetrics;
  log: Logger;
}

/** Batches looked at in one go; those of a long past follow over the next hours. */
const batchesAtOnce = 20;
const minute = 60_000;

/**
 * Looks at batches that ended, and at the next students and certificates of a round over all of them, and repairs where
 * they do not agree: nothing stays shown as issued that cannot be fetched.
 */
export async function repairGaps(context: RepairGapsContext, now = new Date()): Promise<void> {
  const { acrossTenants } = context.store.soundness;
  const options = { ...repairing(context), now };
  await follow(context, await acrossTenants.checkEnded({ ...options, atMost: batchesAtOnce }));
  const round = await acrossTenants.checkNext({ ...options, everyMs: minute });
  if (round) await follow(context, round);
}

function repairing({ metrics, log }: RepairGapsContext): CheckOptions {
  return {
    repair: true,
    onGap(gap: Gap) {
      metrics.gapFound(gap.kind, gap.repaired);
      log.warn({ ...gap }, gap.repaired ? 'repaired a gap of the store' : 'found a gap of the store');
    },
  };
}

/** Rows that were put back go on at once; should Redis be away, the reconciler of stuck batches enqueues them. */
async function follow({ queue }: RepairGapsContext, { chunks }: Run): Promise<void> {
  await enqueueChunks(queue, chunks);
}
