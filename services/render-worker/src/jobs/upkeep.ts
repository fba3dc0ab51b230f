import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import type { UpkeepTask } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import type { JobHandler, Progress } from '@sello/queue';
import type { Store } from '@sello/store';
import type { WorkMetrics } from '../metrics.ts';
import { finishDeletions } from '../upkeep/deletions/finish-deletions.ts';
import { type ScrubDependencies, scrubPrefixes } from '../upkeep/scrub.ts';
import { sweepArchives, sweepPacks, sweepTemporary } from '../upkeep/sweep.ts';
import { sweepLogos } from '../upkeep/sweep-logos.ts';
import { sweepThumbnails } from '../upkeep/sweep-thumbnails.ts';

export interface UpkeepContext {
  store: Pick<
    Store,
    'assets' | 'batches' | 'certificates' | 'domains' | 'endings' | 'revisions' | 'tenants' | 'trash'
  >;
  progress: Pick<Progress, 'publish'>;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  templates: ScrubDependencies['templates'];
  metrics: WorkMetrics;
  log: Logger;
}

/** Maintains stored objects, one task per job. A job interrupted by shutdown is handed back to the queue. */
export function upkeepJob(context: UpkeepContext): JobHandler<'upkeep'> {
  const { store, blobs, objectStore, progress, templates, metrics, log } = context;
  const tasks: Record<UpkeepTask, (signal: AbortSignal) => Promise<unknown>> = {
    archives: () => sweepArchives(store, blobs, log),
    deletions: (signal) => finishDeletions({ store, blobs, progress, log }, signal),
    logos: (signal) => sweepLogos(store, blobs, log, signal),
    packs: (signal) => sweepPacks(store, blobs, log, signal),
    scrub: (signal) => scrubPrefixes({ blobs, templates, metrics, log }, signal),
    temporary: () => sweepTemporary(blobs, log),
    thumbnails: (signal) => sweepThumbnails(store, blobs, log, signal),
  };
  return {
    async run({ task }, { signal, handBack }) {
      if (!(await objectStore.isOurs())) return handBack(times.upkeepStoreUnknownMs);
      try {
        await tasks[task](signal);
      } catch (error) {
        if (signal.aborted) return handBack(0);
        throw error;
      }
    },

    /** Only logs: the schedule enqueues the task again. */
    async giveUp({ task }, error) {
      log.error({ err: error, task }, 'upkeep task failed');
    },
  };
}
