import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import type { UpkeepTask } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { JobHandler } from '@sello/queue';
import type { Store } from '@sello/store';
import type { WorkMetrics } from '../metrics.ts';
import { type ScrubDependencies, scrubPrefixes } from '../upkeep/scrub.ts';
import { sweepArchives, sweepPacks } from '../upkeep/sweep.ts';

export interface UpkeepContext {
  store: Pick<Store, 'batches' | 'certificates'>;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  templates: ScrubDependencies['templates'];
  metrics: WorkMetrics;
  log: Logger;
}

/** While the object store may be another installation's, nothing in it is looked after; ms until it is asked again. */
const storeUnknownMs = 5 * 60_000;

/** Looks after objects, one task at a time; a worker that ends or is killed leaves the rest to another. */
export function upkeepJob(context: UpkeepContext): JobHandler<'upkeep'> {
  const { store, blobs, objectStore, templates, metrics, log } = context;
  const tasks: Record<UpkeepTask, (signal: AbortSignal) => Promise<unknown>> = {
    archives: () => sweepArchives(store, blobs, log),
    packs: (signal) => sweepPacks(store, blobs, log, signal),
    scrub: (signal) => scrubPrefixes({ blobs, templates, metrics, log }, signal),
  };
  return {
    async run({ task }, { signal, handBack }) {
      if (!(await objectStore.isOurs())) return handBack(storeUnknownMs);
      try {
        await tasks[task](signal);
      } catch (error) {
        if (signal.aborted) return handBack(0);
        throw error;
      }
    },

    /** Nothing is lost: the schedule brings it again. */
    async giveUp({ task }, error) {
      log.error({ err: error, task }, 'a task of upkeep failed');
    },
  };
}
