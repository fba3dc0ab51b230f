import type { Blobs } from '@sello/blobs';
import type { ExportPart } from '@sello/contracts';
import { AppError, toRowError } from '@sello/kit';
import type { TenantCollection } from '@sello/store';
import { type ArchiveOrder, type ArchiveResult, storeZip } from '../archive/archive.ts';
import { certificates } from './certificates.ts';
import type { Entries, ExportContext, ExportStore } from './context.ts';
import { deletedStudents, invitations, members, students } from './people.ts';
import { auditLog, batches, deliveries, mistakeReports } from './records.ts';
import { settings } from './settings.ts';
import { pictures, revisions, templates } from './templates.ts';

const parts: Record<ExportPart, (context: ExportContext) => Entries> = {
  'settings.json': settings,
  'members.csv': members,
  'invitations.csv': invitations,
  'students.csv': students,
  'deleted-students.csv': deletedStudents,
  'templates/': templates,
  'revisions/': revisions,
  'pictures/': pictures,
  'certificates/': certificates,
  'deliveries.csv': deliveries,
  'mistake-reports.csv': mistakeReports,
  'batches.csv': batches,
  'audit-log.csv': auditLog,
};

/**
 * The part that has the documents of a collection; `null` of what is no data of the organization. A new collection does not
 * compile until this is decided.
 */
export const exportedIn: Record<TenantCollection, ExportPart | null> = {
  members: 'members.csv',
  invites: 'invitations.csv',
  students: 'students.csv',
  trashedStudents: 'deleted-students.csv',
  templates: 'templates/',
  templateRevisions: 'revisions/',
  assets: 'pictures/',
  fonts: 'pictures/',
  certificates: 'certificates/',
  erasedCertificates: 'certificates/',
  signingCertificates: 'settings.json',
  domains: 'settings.json',
  domainAnswers: 'settings.json',
  emailDeliveries: 'deliveries.csv',
  mistakeReports: 'mistake-reports.csv',
  batches: 'batches.csv',
  batchItems: 'batches.csv',
  auditLog: 'audit-log.csv',
  // Private keys leave the platform with nobody.
  dkimKeys: null,
  // Who is being erased must not be in an export any more.
  erasures: null,
  // What the platform still has to do, what it counts, and what strangers have reported to its operator.
  hostRemovals: null,
  mailAccounts: null,
  reports: null,
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
