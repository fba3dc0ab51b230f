import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import { enqueueChunks, type Queue } from '@sello/queue';
import type { CheckOptions, Gap, Run, Store } from '@sello/store';
import type { WorkMetrics } from '../../metrics.ts';

export interface RepairGapsContext {
  store: Pick<Store, 'consistency'>;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  metrics: WorkMetrics;
  log: Logger;
}

/** Ended batches checked per run; a backlog of older ones is worked off over the next hours. */
const batchesPerRun = 20;

/**
 * Checks batches that have ended, and the next students and certificates of a continuous scan over all of them, and
 * repairs inconsistencies: no certificate stays shown as issued that cannot be downloaded.
 */
export async function repairGaps(context: RepairGapsContext): Promise<void> {
  const { acrossTenants } = context.store.consistency;
  const options = { ...repairOptions(context), now: new Date() };
  await enqueuePutBack(context, await acrossTenants.checkEnded({ ...options, atMost: batchesPerRun }));
  const scanned = await acrossTenants.checkNext({ ...options, everyMs: times.gapsMs });
  if (scanned) await enqueuePutBack(context, scanned);
}

function repairOptions({ metrics, log }: RepairGapsContext): CheckOptions {
  return {
    repair: true,
    onGap(gap: Gap) {
      metrics.gapFound(gap.kind, gap.repaired);
      log.warn({ ...gap }, gap.repaired ? 'repaired a gap in the store' : 'found a gap in the store');
    },
  };
}

/** Enqueues rows that were put back; if Redis is unavailable, the reconciler of stuck batches enqueues them later. */
async function enqueuePutBack({ queue }: RepairGapsContext, { chunks }: Run): Promise<void> {
  await enqueueChunks(queue, chunks);
}
