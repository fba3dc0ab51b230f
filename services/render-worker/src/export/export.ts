import type { Blobs } from '@sello/blobs';
import type { ExportPart } from '@sello/contracts';
import { AppError, toRowError } from '@sello/kit';
import { type ArchiveOrder, type ArchiveResult, storeZip } from '../archive/archive.ts';
import { certificates } from './certificates.ts';
import type { Entries, ExportContext, ExportStore } from './context.ts';
import { invitations, members, students } from './people.ts';
import { auditLog, batches, settings } from './records.ts';
import { pictures, templates } from './templates.ts';

const parts: Record<ExportPart, (context: ExportContext) => Entries> = {
  'settings.json': settings,
  'members.csv': members,
  'invitations.csv': invitations,
  'students.csv': students,
  'templates/': templates,
  'pictures/': pictures,
  'certificates/': certificates,
  'batches.csv': batches,
  'audit-log.csv': auditLog,
};

/**
 * Writes all data of an organization to one stored zip. Lists are read in pages and files one after the other, so that the
 * memory does not depend on their number. The rows of the batch are the parts, all of them or those of a retry; one whose files are not all stored gets
 * the error `object_missing`, and the others are in the zip.
 */
export async function writeExport(
  store: ExportStore,
  blobs: Blobs,
  order: ArchiveOrder,
): Promise<ArchiveResult> {
  const tenant = await store.tenants.get(order.tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  let isComplete = true;
  let files = 0;
  const onMissing = () => {
    isComplete = false;
  };
  const context: ExportContext = { store, blobs, tenant, startedAt: new Date(), onMissing };

  async function* entries(): Entries {
    const { items } = await store.batches.items(order.tenantId, order.batchId);
    for (const { index, fullName } of items) {
      isComplete = true;
      for await (const entry of parts[fullName as ExportPart](context)) {
        yield entry;
        files++;
      }
      const error = isComplete ? undefined : toRowError(new AppError('object_missing'));
      await order.onPacked([{ index, state: isComplete ? 'done' : 'failed', error }]);
    }
  }
  return { size: await storeZip(blobs, order, entries()), files };
}
