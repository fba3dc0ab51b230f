import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { stored } from '@sello/contracts';
import { isRowError, type Logger, toRowError } from '@sello/kit';
import type {
  BatchItemRecord,
  BatchRecord,
  CertificateRecord,
  Claim,
  NewCertificate,
  RowOutcome,
  Store,
} from '@sello/store';
import pLimit from 'p-limit';
import { createBatchContexts } from './batch-context.ts';
import type { HeavyMutex } from './heavy-mutex.ts';
import { makePack } from './pack.ts';
import { ensurePrefix } from './prefixes.ts';
import type { Signers } from './signers.ts';
import { type StampedRow, stampRows } from './stamping.ts';
import { findStudentImages } from './student-images.ts';
import type { ReadyTemplate, Templates } from './templates.ts';

export interface IssuingDependencies {
  store: Pick<Store, 'tenants' | 'domains' | 'students' | 'certificates' | 'assets'>;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'check'>;
  templates: Templates;
  signers: Signers;
  publicUrl: string;
  log: Logger;
  heavyMutex: HeavyMutex;
}

export interface Issued {
  /** Rows that are done or have failed with their own error. */
  outcomes: RowOutcome[];
  /** Rows that a fault interrupted, to be retried, and the first of these faults. */
  faulted: BatchItemRecord[];
  fault?: unknown;
  /** Heavy rows that were not started, because another chunk holds the mutex or the time slice was over. */
  postponed: BatchItemRecord[];
}

export interface Issuing {
  /**
   * Issues the claimed rows of a batch: stamps and signs them, stores their tails as one pack, then inserts the
   * certificates. It is idempotent: run again for the same rows, it creates no second certificate. Throws faults that
   * affect all rows, such as `object_store_unknown`.
   */
  issue(batch: BatchRecord, claim: Claim): Promise<Issued>;
}

/** A pack older than this is written again before certificates refer to it: the sweep may have deleted it as an orphan. */
const packMaxAgeMs = 5 * 60_000;
/**
 * Chunks stamped concurrently in one process; the others claim, read and store meanwhile. If all were stamped
 * concurrently, all would finish together and the CPU would idle while they wait for the database.
 */
const stampingConcurrency = 2;

export function createIssuing(dependencies: IssuingDependencies): Issuing {
  const { store, blobs, objectStore, templates, signers, publicUrl, log, heavyMutex } = dependencies;
  const contextOf = createBatchContexts(store, signers);
  const limit = pLimit(stampingConcurrency);

  /** Ids of certificates that an earlier, killed run inserted; makes them valid where that run did not. */
  async function settleEarlier(tenantId: string, items: readonly BatchItemRecord[]): Promise<Set<string>> {
    const retried = items.filter((item) => item.attempts > 1).flatMap((item) => item.certId ?? []);
    if (retried.length === 0) return new Set();
    await deleteWithoutFile(tenantId, retried);
    const existing = await store.certificates.settle(tenantId, retried);
    return new Set(existing.map((certificate) => certificate.certId));
  }

  /** Deletes prepared certificates whose prefix or pack was lost since, so that they are issued again under their ids. */
  async function deleteWithoutFile(tenantId: string, certIds: readonly string[]): Promise<void> {
    const prepared = await store.certificates.getMany(tenantId, certIds, { state: 'prepared' });
    const sizes = new Map<string, number | undefined>();
    for (const key of new Set(prepared.flatMap(({ prefix, pack }) => [prefix.key, pack.key]))) {
      sizes.set(key, (await blobs.head(key))?.size);
    }
    const hasFile = ({ prefix, pack }: CertificateRecord): boolean =>
      sizes.get(prefix.key) === prefix.size && (sizes.get(pack.key) ?? 0) >= pack.offset + pack.length;
    const lost = prepared.filter((certificate) => !hasFile(certificate));
    if (lost.length === 0) return;
    log.warn({ count: lost.length }, 'issuing prepared certificates again whose file was lost');
    await store.certificates.deletePrepared(
      tenantId,
      lost.map(({ _id }) => _id),
    );
  }

  async function stampAll(batch: BatchRecord, items: readonly BatchItemRecord[]): Promise<StampedRow[]> {
    const { tenantId } = batch;
    const studentIds = items.flatMap((item) => item.studentId ?? []);
    try {
      const [context, students] = await Promise.all([
        contextOf(batch),
        store.students.getMany(tenantId, studentIds),
      ]);
      const byId = new Map(students.map((student) => [student._id, student]));
      const studentImages = await findStudentImages(store, blobs, tenantId, students);
      const common = { templates, publicUrl, heavyMutex, limit };
      const batchValues = batch.values ?? {};
      return await stampRows(items, { ...context, ...common, students: byId, studentImages, batchValues });
    } catch (error) {
      // An error of the signing certificate applies to every row.
      if (!isRowError(error)) throw error;
      return items.map((item) => ({ item, error }));
    }
  }

  async function storeMissingPrefix({ compiled, prefix }: ReadyTemplate): Promise<void> {
    if (!(await ensurePrefix(blobs, prefix, compiled.prefix))) return;
    log.warn({ key: prefix.key }, 'a prefix was missing in the object store: stored it again');
  }

  async function storeAll(batch: BatchRecord, rows: readonly StampedRow[]): Promise<void> {
    const good = rows.filter((row) => 'stamped' in row);
    if (good.length === 0) return;
    const pack = makePack(
      blobs,
      batch.tenantId,
      good.map((row) => row.stamped.tail),
    );
    const storedAt = Date.now();
    // Both must be stored before a certificate refers to them. A cached template does not prove that its prefix still is.
    await Promise.all([pack.put(), ...prefixesOf(good).map(storeMissingPrefix)]);
    const certificates = good.map((row, place) => certificateOf(batch, row, pack.places[place]!));
    if (Date.now() - storedAt > packMaxAgeMs) await pack.put();
    await store.certificates.issue(batch.tenantId, certificates);
  }

  return {
    async issue(batch, claim) {
      const existing = await settleEarlier(batch.tenantId, claim.items);
      const isIssued = (item: BatchItemRecord): boolean => existing.has(item.certId ?? '');
      const rows = await stampAll(
        batch,
        claim.items.filter((item) => !isIssued(item)),
      );
      // Even when every row failed: a missing image in another installation's store is not an error of the template.
      await objectStore.check();
      await storeAll(batch, rows);
      const done = claim.items
        .filter(isIssued)
        .map(({ index, fence }) => ({ index, fence, state: 'done' as const }));
      const faulty = rows.filter((row) => 'fault' in row);
      return {
        outcomes: [...done, ...rows.flatMap(outcomeOf)],
        faulted: faulty.map((row) => row.item),
        postponed: rows.filter((row) => 'isPostponed' in row).map((row) => row.item),
        ...(faulty.length > 0 && { fault: faulty[0]?.fault }),
      };
    },
  };
}

/** The templates of a chunk, one per prefix. */
function prefixesOf(rows: readonly Extract<StampedRow, { stamped: unknown }>[]): ReadyTemplate[] {
  return [...new Map(rows.map(({ template }) => [template.prefix.key, template])).values()];
}

function outcomeOf(row: StampedRow): RowOutcome[] {
  const { index, fence } = row.item;
  if ('stamped' in row) return [{ index, fence, state: 'done' }];
  if ('error' in row) return [{ index, fence, state: 'failed', error: toRowError(row.error) }];
  return [];
}

function certificateOf(
  batch: BatchRecord,
  { item, stamped, template, printed, photo, identity }: Extract<StampedRow, { stamped: unknown }>,
  place: NewCertificate['pack'],
): NewCertificate {
  return {
    _id: item.certId!,
    studentId: item.studentId!,
    batchId: batch._id,
    index: item.index,
    hash: stamped.sha256,
    size: stamped.size,
    pages: template.compiled.pages,
    prefix: template.prefix,
    pack: place,
    printed,
    ...(photo !== undefined && { photo }),
    ...(batch.values && { batchValues: stored.asPairs.write(batch.values) }),
    templateId: template.templateId,
    revisionId: item.revisionId!,
    issuedAt: item.issuedAt!,
    identity,
    signingCertificateId: batch.signing?.signingCertificateId,
  };
}
