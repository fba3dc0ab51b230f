import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { type UpkeepTask, upkeepTask } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import {
  type Progress,
  type Queue,
  type ReconcilerTask,
  reconcileBatches,
  type ScheduleTimes,
} from '@sello/queue';
import type { Store } from '@sello/store';
import type { Afterwards } from '../afterwards/afterwards.ts';
import { continueErasures } from '../erasing/erase.ts';
import type { WorkMetrics } from '../metrics.ts';
import { type RebuildFilesContext, rebuildFiles } from './repairs/files.ts';
import { repairGaps } from './repairs/gaps.ts';
import { createFileScrub } from './scrub-files.ts';

export interface ReconcilerDependencies {
  store: Pick<
    Store,
    | 'assets'
    | 'batches'
    | 'certificates'
    | 'students'
    | 'tenants'
    | 'consistency'
    | 'erasures'
    | 'locks'
    | 'timestampAuthorities'
  >;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs' | 'check'>;
  queue: Pick<
    Queue<'render-worker'>,
    'enqueue' | 'enqueueAll' | 'chunksAhead' | 'oncePer' | 'ensureScheduled' | 'counts'
  >;
  progress: Progress;
  afterwards: Pick<Afterwards, 'makeDue'>;
  metrics: WorkMetrics;
  log: Logger;
  /** For rebuilding files and recompiling prefixes. */
  stamping: Pick<RebuildFilesContext, 'templates' | 'signers' | 'publicUrl' | 'heavyMutex'>;
  gapsEveryMs?: number | undefined;
  filesEveryMs?: number | undefined;
}

/** Schedules of long, infrequent tasks, which run as jobs so that another worker can take them over. */
const schedules: Record<UpkeepTask, ScheduleTimes> = times.upkeep;

/** The periodic tasks of this service: they bring queue and object store in line with the database. */
export function reconcilerTasks(dependencies: ReconcilerDependencies): ReconcilerTask[] {
  const { store, blobs, objectStore, queue, progress, afterwards } = dependencies;
  const { metrics, log, stamping, gapsEveryMs, filesEveryMs } = dependencies;

  const scrubFiles = createFileScrub({
    ...{ store, blobs, metrics, log },
    templates: stamping.templates,
    isBusy: async () => {
      const { generate, zip } = await queue.counts();
      return [generate, zip].some(({ active, waiting }) => active + waiting > 0);
    },
  });

  return [
    {
      name: 'stuck batches',
      run: () =>
        reconcileBatches<'render-worker'>({
          ...{
            kinds: ['generate', 'zip', 'export', 'import'],
            stuck: store.batches.acrossTenants.stuck,
            queue,
            progress,
          },
        }),
    },
    { name: 'afterwards', run: () => afterwards.makeDue() },
    {
      name: 'prepared certificates',
      // No certificate becomes valid while its file may be in another object store.
      run: async () => {
        if (await objectStore.isOurs()) {
          await store.certificates.acrossTenants.finishPrepared({ olderThanMs: times.preparedMs });
        }
      },
    },
    {
      name: 'gaps',
      ...(gapsEveryMs !== undefined && { everyMs: gapsEveryMs }),
      // Repairs make certificates valid too, so they need the right object store as well.
      run: async () => {
        if (await objectStore.isOurs()) await repairGaps({ store, queue, metrics, log });
      },
    },
    {
      name: 'missing files',
      everyMs: times.reconcileSoonMs,
      // A timer and not a job: it runs every few seconds, and an operator who runs a repair waits for it.
      run: async (signal) => {
        if (!(await objectStore.isOurs()) || !(await queue.oncePer('upkeep-files', times.reconcileOnceMs)))
          return;
        await rebuildFiles({ store, blobs, objectStore, queue, log, ...stamping }, signal);
      },
    },
    {
      name: 'erasures',
      everyMs: times.reconcileSoonMs,
      // A timer as well: the call that began an erasure is answered before its files are deleted.
      run: async (signal) => {
        if (!(await objectStore.isOurs()) || !(await queue.oncePer('upkeep-erasures', times.reconcileOnceMs)))
          return;
        await continueErasures({ store, blobs, objectStore, progress, log }, signal);
      },
    },
    {
      name: 'schedules',
      run: async () => {
        for (const task of upkeepTask.options)
          await queue.ensureScheduled('upkeep', { task }, schedules[task]);
      },
    },
    {
      name: 'kept files',
      everyMs: filesEveryMs ?? times.reconcileSoonMs,
      // A timer as well: a step is short, and new certificates are verified soon after they were issued.
      run: async (signal) => {
        if (
          !(await objectStore.isOurs()) ||
          !(await queue.oncePer('upkeep-kept-files', times.reconcileOnceMs))
        )
          return;
        await scrubFiles(signal);
      },
    },
  ];
}
