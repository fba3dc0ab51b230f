import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { batchEventOf, dayIn, fileNameText, limits, zoneOf } from '@sello/contracts';
import { times, toRowError } from '@sello/kit';
import { createReleases, type JobHandler, keepLease, type Progress } from '@sello/queue';
import type { BatchRecord, Store } from '@sello/store';
import { type ArchiveOrder, type ArchiveResult, writeArchive } from '../archive/archive.ts';
import type { ExportStore } from '../export/context.ts';
import { writeExport } from '../export/export.ts';
import type { WorkMetrics } from '../metrics.ts';
import { archiveKey } from '../object-keys.ts';

export interface ArchiveDependencies<Needed extends Partial<Store>> {
  store: Pick<Store, 'batches' | 'tenants'> & Needed;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  progress: Progress;
  metrics: WorkMetrics;
  owner: string;
}

/** Packs the certificates of a batch's rows. */
export const zipJob = (dependencies: ArchiveDependencies<Pick<Store, 'certificates'>>): JobHandler<'zip'> =>
  archiveJob(dependencies, {
    write: (order) => writeArchive(dependencies.store, dependencies.blobs, order),
    nameOf: (_batch, day) => `certificates_${day}.zip`,
  });

/** Packs all data of an organization. */
export const exportJob = (dependencies: ArchiveDependencies<ExportStore>): JobHandler<'export'> =>
  archiveJob(dependencies, {
    write: (order) => writeExport(dependencies.store, dependencies.blobs, order),
    nameOf: ({ title }, day) => `${fileNameText(title, 'organization', 80)}_${day}.zip`,
  });

const isOpen = (batch: BatchRecord | null): boolean =>
  (batch?.state === 'queued' || batch?.state === 'running') &&
  batch.download === undefined &&
  batch.cancelRequestedAt === undefined;

interface Archive {
  write(order: ArchiveOrder): Promise<ArchiveResult>;
  /** The name of the file; `day` is `YYYY-MM-DD`. */
  nameOf(batch: BatchRecord, day: string): string;
}

/** Takes the lease of a batch, packs its file into one object, and records it as the batch's download. */
function archiveJob(
  { store, blobs, objectStore, progress, metrics, owner }: ArchiveDependencies<object>,
  { write, nameOf }: Archive,
): JobHandler<'zip'> & JobHandler<'export'> {
  const { batches } = store;
  const releases = createReleases();
  return {
    async run({ tenantId, batchId }, context) {
      await releases.retry(batchId);
      // In another installation's store every file would be missing, and the zip would be stored in the wrong place.
      if (!(await objectStore.isOurs())) return context.handBack(times.storeUnknownMs);
      const held = await batches.takeBatchLease(tenantId, batchId, { owner, leaseMs: times.leaseMs });
      if (held === null) {
        // A killed run still holds the lease. The job waits for its end, so that it knows how often it was killed.
        if (isOpen(await batches.get(tenantId, batchId))) return context.handBack(times.archiveLeasedMs);
        return void (await progress.settle(tenantId, batchId));
      }
      const { fence } = held;
      const key = archiveKey(tenantId, batchId, fence);
      const lease = keepLease(
        () => batches.renewBatchLease(tenantId, batchId, fence, times.leaseMs),
        context.log,
      );
      try {
        // Taking the lease set the batch to running, which a count of its rows would not show.
        await progress.publish({ event: batchEventOf(held.batch), changed: true, ended: false });
        const { files, size } = await write({
          tenantId,
          batchId,
          key,
          signal: AbortSignal.any([lease.lost, context.signal]),
          async onPacked(outcomes) {
            await batches.finishUnderBatchLease(tenantId, batchId, fence, outcomes);
            progress.touch(tenantId, batchId);
          },
        });
        const now = new Date();
        const day = dayIn(zoneOf({}, (await store.tenants.get(tenantId)) ?? {}), now);
        const download = {
          key,
          fileName: nameOf(held.batch, day),
          size,
          keptUntil: new Date(now.getTime() + limits.archiveKeptMs),
        };
        const isNoted = files > 0 && (await batches.setDownload(tenantId, batchId, fence, download));
        if (isNoted) metrics.archived(files, size);
        else await blobs.delete(key);
      } catch (error) {
        await releases.attempt(
          batchId,
          () => batches.releaseBatchLease(tenantId, batchId, fence),
          context.log,
        );
        if (context.signal.aborted) context.handBack(0);
        // A lost lease means that the batch was cancelled or another worker took it: not a failure.
        if (!lease.lost.aborted) throw error;
      } finally {
        lease.end();
      }
      await progress.settle(tenantId, batchId);
    },

    async giveUp({ tenantId, batchId }, error) {
      const batch = await batches.get(tenantId, batchId);
      if (batch === null) return;
      await batches.failUnfinished(tenantId, batchId, { from: 0, to: batch.total }, toRowError(error));
      await progress.settle(tenantId, batchId);
    },
  };
}
