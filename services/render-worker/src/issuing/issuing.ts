import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { stored } from '@sello/contracts';
import { isRowError, type Logger, times, toRowError } from '@sello/kit';
import type {
  BatchItemRecord,
  BatchRecord,
  CertificateRecord,
  Claim,
  ClaimedStudentRow,
  NewCertificate,
  RowOutcome,
  Store,
} from '@sello/store';
import pLimit from 'p-limit';
import { createSharedCheck } from '../shared-check.ts';
import { createBatchContexts } from './batch-context.ts';
import type { HeavyMutex } from './heavy-mutex.ts';
import { makePack, type Pack } from './pack.ts';
import { hasPrefix, storePrefix } from './prefixes.ts';
import type { createReplacedEvents } from './replaced.ts';
import type { Signers } from './signers.ts';
import { type StampedRow, stampRows } from './stamping.ts';
import { findStudentImages } from './student-images.ts';
import type { ReadyTemplate, Templates } from './templates.ts';

export interface IssuingDependencies {
  store: Pick<Store, 'tenants' | 'domains' | 'certificates' | 'assets'>;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'check'>;
  templates: Templates;
  signers: Signers;
  publicUrl: string;
  log: Logger;
  heavyMutex: HeavyMutex;
  /** Publishes which certificates the claimed rows have replaced. */
  publishReplaced: ReturnType<typeof createReplacedEvents>;
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
   * affect all rows, such as `object_store_unknown`. `willFinish` is called with the rows that have an outcome, when their
   * files are stored.
   */
  issue(
    batch: BatchRecord,
    claim: Claim<ClaimedStudentRow>,
    willFinish: (rows: readonly BatchItemRecord[]) => void,
  ): Promise<Issued>;
}

/**
 * Chunks stamped concurrently in one process; the others claim, read and store meanwhile. If all were stamped
 * concurrently, all would finish together and the CPU would idle while they wait for the database.
 */
const stampingConcurrency = 2;

export function createIssuing(dependencies: IssuingDependencies): Issuing {
  const { store, blobs, objectStore, templates, signers, publicUrl, log, heavyMutex, publishReplaced } =
    dependencies;
  const contextOf = createBatchContexts(store, signers);
  const limit = pLimit(stampingConcurrency);
  const shared = createSharedCheck();

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

  async function stampAll(batch: BatchRecord, items: readonly ClaimedStudentRow[]): Promise<StampedRow[]> {
    const { tenantId } = batch;
    try {
      const students = items.flatMap(({ student }) => student ?? []);
      const context = await contextOf(batch);
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

  /** The templates whose prefix is not stored. The chunks of a batch share the check of a prefix for a second. */
  async function withoutPrefix(batchId: string, templatesOfChunk: ReadyTemplate[]): Promise<ReadyTemplate[]> {
    const found = await Promise.all(
      templatesOfChunk.map(({ prefix }) =>
        shared(`${batchId}/${prefix.key}`, () => hasPrefix(blobs, prefix)),
      ),
    );
    return templatesOfChunk.filter((_, place) => !found[place]);
  }

  /**
   * Stores the tails, and confirms that the object store has them and the prefixes and is the installation's: by a check
   * made after the pack was stored, so that it holds for the store that has the pack. A cached template does not prove
   * that its prefix still is stored; a missing one is stored again from memory.
   */
  async function storeFiles(batchId: string, pack: Pack, templatesOfChunk: ReadyTemplate[]): Promise<void> {
    await pack.put().catch(async (fault: unknown) => {
      await objectStore.check();
      throw fault;
    });
    const stored = Promise.all([withoutPrefix(batchId, templatesOfChunk), pack.confirm()]);
    // Another installation's store also lacks the files: then its own error is thrown.
    stored.catch(() => undefined);
    await objectStore.check();
    const [missing] = await stored;
    for (const { prefix, compiled } of missing) {
      await storePrefix(blobs, prefix, compiled.prefix);
      log.warn({ key: prefix.key }, 'a prefix was missing in the object store: stored it again');
    }
  }

  async function storeAll(
    batch: BatchRecord,
    rows: readonly StampedRow[],
    students: StudentsAsRead,
    onStored: () => void,
  ): Promise<void> {
    const good = rows.filter((row) => 'stamped' in row);
    // Even when every row failed: a missing image in another installation's store is not an error of the template.
    if (good.length === 0) {
      await objectStore.check();
      return onStored();
    }
    const pack = makePack(
      blobs,
      batch.tenantId,
      good.map((row) => row.stamped.tail),
    );
    const storedAt = Date.now();
    // All files must be stored before a certificate refers to them.
    await storeFiles(batch._id, pack, prefixesOf(good));
    const certificates = good.map((row, place) => certificateOf(batch, row, pack.places[place]!));
    if (Date.now() - storedAt > times.packFreshMs) await storeFiles(batch._id, pack, prefixesOf(good));
    onStored();
    await store.certificates.issue(batch.tenantId, certificates, students);
  }

  return {
    async issue(batch, claim, willFinish) {
      const existing = await settleEarlier(batch.tenantId, claim.items);
      const isIssued = (item: BatchItemRecord): boolean => existing.has(item.certId ?? '');
      const rows = await stampAll(
        batch,
        claim.items.filter((item) => !isIssued(item)),
      );
      const settled = rows.filter((row) => outcomeOf(row).length > 0).map((row) => row.item);
      await storeAll(batch, rows, asRead(claim), () =>
        willFinish([...claim.items.filter(isIssued), ...settled]),
      );
      await publishReplaced(batch, claim);
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

interface StudentsAsRead {
  /** Who had no certificate. */
  uncertified: ReadonlySet<string>;
  /** When they were changed last. */
  readAt: readonly Date[];
}

/** The students of a claim as it read them. */
function asRead({ items }: Claim<ClaimedStudentRow>): StudentsAsRead {
  const students = items.flatMap(({ student }) => student ?? []);
  const uncertified = students.filter(({ certId }) => certId === undefined);
  const moments = new Map(students.map(({ updatedAt }) => [updatedAt.getTime(), updatedAt]));
  return { uncertified: new Set(uncertified.map(({ _id }) => _id)), readAt: [...moments.values()] };
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
  {
    item,
    stamped,
    template,
    printed,
    photo,
    custom,
    batchValues,
    identity,
  }: Extract<StampedRow, { stamped: unknown }>,
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
    ...(Object.keys(custom).length > 0 && { custom: stored.asPairs.write(custom) }),
    ...(Object.keys(batchValues).length > 0 && { batchValues: stored.asPairs.write(batchValues) }),
    templateId: template.templateId,
    revisionId: item.revisionId!,
    issuedAt: item.issuedAt!,
    identity,
    signingCertificateId: batch.signing?.signingCertificateId,
  };
}
