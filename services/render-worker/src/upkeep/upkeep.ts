import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import type { Logger } from '@sello/kit';
import { type Progress, type Queue, type ReconcilerTask, reconcileBatches } from '@sello/queue';
import type { Store } from '@sello/store';
import type { WorkMetrics } from '../metrics.ts';
import { type RemakeFilesContext, remakeFiles } from './repairs/files.ts';
import { repairGaps } from './repairs/gaps.ts';
import { scrubPrefixes } from './scrub.ts';
import { sweepArchives, sweepPacks } from './sweep.ts';

export interface UpkeepParts {
  store: Pick<Store, 'batches' | 'certificates' | 'students' | 'tenants' | 'soundness'>;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  queue: Pick<Queue, 'enqueue' | 'takeTurn'>;
  progress: Progress;
  metrics: WorkMetrics;
  log: Logger;
  /** What certificates are stamped with. */
  stamping: Pick<RemakeFilesContext, 'templates' | 'signers' | 'publicUrl' | 'lane'>;
  gapsEveryMs?: number | undefined;
}

const minute = 60_000;
const hour = 60 * minute;

/** What this service looks after beyond its jobs: the database is the record, and this makes the rest follow it. */
export function upkeepTasks(parts: UpkeepParts): ReconcilerTask[] {
  const { store, blobs, objectStore, queue, progress, metrics, log, stamping, gapsEveryMs } = parts;

  /** One worker among all does it, once per period; nobody while the object store may be another installation's. */
  const inTurn =
    (name: string, periodMs: number, run: (signal: AbortSignal) => Promise<unknown>): ReconcilerTask['run'] =>
    async (signal) => {
      if ((await objectStore.isOurs()) && (await queue.takeTurn(`upkeep-${name}`, periodMs)))
        await run(signal);
    };

  return [
    {
      name: 'stuck batches',
      run: () =>
        reconcileBatches<'render-worker'>({
          ...{ kinds: ['generate', 'zip'], stuck: store.batches.acrossTenants.stuck, queue, progress },
        }),
    },
    {
      name: 'prepared certificates',
      // Nothing becomes valid while its file may lie in another store.
      run: async () => {
        if (await objectStore.isOurs()) {
          await store.certificates.acrossTenants.finishPrepared({ olderThanMs: minute });
        }
      },
    },
    {
      name: 'gaps',
      ...(gapsEveryMs !== undefined && { everyMs: gapsEveryMs }),
      // Repairing makes certificates valid too.
      run: async () => {
        if (await objectStore.isOurs()) await repairGaps({ store, queue, metrics, log });
      },
    },
    {
      name: 'missing files',
      everyMs: 5_000,
      run: inTurn('files', 4_000, (signal) =>
        remakeFiles({ store, blobs, objectStore, queue, log, ...stamping }, signal),
      ),
    },
    {
      name: 'old zips',
      everyMs: 5 * minute,
      run: inTurn('archives', 4 * minute, () => sweepArchives(store, blobs, log)),
    },
    {
      name: 'orphan packs',
      everyMs: 20 * minute,
      run: inTurn('packs', 6 * hour, (signal) => sweepPacks(store, blobs, log, signal)),
    },
    {
      name: 'scrub',
      everyMs: 20 * minute,
      run: inTurn('scrub', 24 * hour, (signal) =>
        scrubPrefixes({ blobs, templates: stamping.templates, metrics, log }, signal),
      ),
    },
  ];
}
