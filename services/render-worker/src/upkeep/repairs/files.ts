import { createHash } from 'node:crypto';
import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { limits, stored } from '@sello/contracts';
import { AppError, isAppError, isRowError, type Logger } from '@sello/kit';
import { enqueueChunks, type Queue } from '@sello/queue';
import type { BatchItemRecord, CertificateRecord, Store, StudentRecord } from '@sello/store';
import pLimit from 'p-limit';
import { createCertificateFiles } from '../../archive/certificate-files.ts';
import type { HeavyMutex } from '../../issuing/heavy-mutex.ts';
import { makePack } from '../../issuing/pack.ts';
import type { ReadySigner, Signers } from '../../issuing/signers.ts';
import { type StampedRow, stampRows } from '../../issuing/stamping.ts';
import { findStudentImages } from '../../issuing/student-images.ts';
import type { Templates } from '../../issuing/templates.ts';

export interface RebuildFilesContext {
  store: Pick<Store, 'consistency' | 'tenants' | 'students' | 'batches' | 'assets' | 'certificates'>;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll' | 'chunksAhead'>;
  templates: Templates;
  signers: Signers;
  publicUrl: string;
  heavyMutex: HeavyMutex;
  log: Logger;
}

/** `createdBy` of the batches that issue replacements for lost certificates. */
export const reissuedBy = 'check-store';

const filesPerPass = limits.chunkItems * 4;
const noConcurrency = pLimit(1);

/**
 * Rebuilds files that `check-store` marked as missing. Stamping and signing are deterministic, so a rebuilt file is
 * stored only when it has the issued hash. When it has another one (the student was changed, it had a timestamp), the
 * certificate keeps its record and its hash, its file is marked as lost, and a student whose valid certificate it is gets
 * a new one. Returns the number of files processed. Throws `object_store_unknown` for an object store that is not this
 * installation's, where every file would be marked as lost.
 */
export async function rebuildFiles(context: RebuildFilesContext, signal: AbortSignal): Promise<number> {
  const { acrossTenants } = context.store.consistency;
  let settled = 0;
  for (;;) {
    await requireOurs(context);
    const missing = await acrossTenants.missingFiles(filesPerPass);
    const before = settled;
    for (const [name, some] of Map.groupBy(missing, groupKeyOf)) {
      signal.throwIfAborted();
      const [tenantId, signingCertificateId] = JSON.parse(name) as [string, string | null];
      settled += await rebuild(context, tenantId, signingCertificateId, some);
    }
    if (missing.length < filesPerPass || settled === before) return settled;
  }
}

async function requireOurs({ objectStore }: Pick<RebuildFilesContext, 'objectStore'>): Promise<void> {
  if (!(await objectStore.isOurs())) throw new AppError('object_store_unknown');
}

const groupKeyOf = ({ tenantId, signingCertificateId }: CertificateRecord): string =>
  JSON.stringify([tenantId, signingCertificateId ?? null]);

const valuesKeyOf = ({ batchValues = [] }: CertificateRecord): string => JSON.stringify(batchValues);

async function rebuild(
  context: RebuildFilesContext,
  tenantId: string,
  signingCertificateId: string | null,
  missing: readonly CertificateRecord[],
): Promise<number> {
  const { store, blobs, log } = context;
  const { acrossTenants } = store.consistency;
  const { there, gone } = await recheckFiles(context, missing);
  await acrossTenants.setFileState(tenantId, there, null);

  const known = await store.students.getMany(
    tenantId,
    gone.map((one) => one.studentId),
  );
  const students = new Map(known.map((student) => [student._id, student]));
  const rows = await restamp(context, tenantId, signingCertificateId, gone, students);
  const fault = rows.find((row) => 'fault' in row);
  if (fault) throw fault.fault;

  const byId = new Map(gone.map((one) => [one._id, one]));
  // Postponed ones stay marked as missing, for the next run.
  for (const row of rows) if ('isPostponed' in row) byId.delete(row.item.certId!);
  const same = rows.filter(
    (row) => 'stamped' in row && row.stamped.sha256 === byId.get(row.item.certId!)?.hash,
  ) as Extract<StampedRow, { stamped: unknown }>[];
  if (same.length > 0) {
    const pack = makePack(
      blobs,
      tenantId,
      same.map((row) => row.stamped.tail),
    );
    await pack.put();
    await pack.confirm();
    for (const [place, row] of same.entries()) {
      await acrossTenants.movePack(byId.get(row.item.certId!)!, pack.places[place]!);
      byId.delete(row.item.certId!);
    }
  }
  // Checked again: the object store may have been exchanged since the files were looked up.
  await requireOurs(context);
  const lost = [...byId.values()];
  // One batch for each set of values that certificates were printed with.
  for (const some of Map.groupBy(lost, valuesKeyOf).values()) {
    await issueReplacements(context, tenantId, signingCertificateId, some, students);
  }
  await acrossTenants.setFileState(tenantId, [...byId.keys()], 'lost');
  log.warn(
    { tenantId, found: there.length, rebuilt: same.length, lost: lost.map((one) => one._id) },
    'processed missing files',
  );
  return there.length + same.length + lost.length;
}

/** Separates files that are back, for example because an operator restored them, from missing ones. */
async function recheckFiles({ blobs, store }: RebuildFilesContext, missing: readonly CertificateRecord[]) {
  const files = createCertificateFiles(blobs, store.certificates);
  const there: string[] = [];
  const gone: CertificateRecord[] = [];
  for (const one of missing) {
    try {
      await files.read(one);
      there.push(one._id);
    } catch (error) {
      // Erased meanwhile.
      if (isAppError(error, 'issued_not_found')) continue;
      if (!isAppError(error, 'object_missing')) throw error;
      gone.push(one);
    }
  }
  return { there, gone };
}

/** Stamps with the values each certificate was printed with, even if the student has changed since. */
async function restamp(
  { store, blobs, templates, signers, publicUrl, heavyMutex }: RebuildFilesContext,
  tenantId: string,
  signingCertificateId: string | null,
  gone: readonly CertificateRecord[],
  students: ReadonlyMap<string, StudentRecord>,
): Promise<StampedRow[]> {
  const items = gone.map(itemOf);
  const tenant = await store.tenants.get(tenantId);
  if (tenant === null) return [];
  let signing: ReadySigner | undefined;
  try {
    signing = signingCertificateId ? await signers.ready(tenantId, signingCertificateId) : undefined;
  } catch (error) {
    // A revoked or expired key signs nothing, not even a file that it had signed before.
    if (!isRowError(error)) throw error;
    return items.map((item) => ({ item, error }));
  }
  const printed = new Map(gone.map((one) => [one.studentId, asPrinted(one, students.get(one.studentId))]));
  // One by one: `printed` is keyed by student, and two certificates of one student may have printed different values.
  const rows: StampedRow[] = [];
  for (const [place, item] of items.entries()) {
    const one = gone[place]!;
    printed.set(item.studentId!, asPrinted(one, students.get(item.studentId!)));
    const studentImages = await findStudentImages(store, blobs, tenantId, [...printed.values()]);
    // The identity and the artwork of the time when the certificate was issued, not the current ones.
    const identity = one.identity ?? { kind: 'unproven' };
    const artwork = await templates.artworkOf(tenantId, one.prefix.key);
    rows.push(
      ...(await stampRows([item], {
        tenant,
        artworkOf: () => artwork,
        identity,
        students: printed,
        studentImages,
        templates,
        signing,
        batchValues: stored.asPairs.read(one.batchValues ?? []),
        reprint: { issuedOn: one.printed.issuedOn },
        publicUrl,
        heavyMutex,
        limit: noConcurrency,
      })),
    );
  }
  return rows;
}

function itemOf({
  _id,
  tenantId,
  batchId,
  index,
  studentId,
  templateId,
  revisionId,
  issuedAt,
  printed,
}: CertificateRecord): BatchItemRecord {
  return {
    tenantId,
    batchId,
    index,
    studentId,
    templateId,
    revisionId,
    certId: _id,
    issuedAt,
    fullName: printed.holder,
    state: 'done',
    attempts: 0,
    fence: 0,
    leaseUntil: issuedAt,
  };
}

function asPrinted(
  { studentId, tenantId, printed, photo, custom, createdAt }: CertificateRecord,
  student: StudentRecord | undefined,
): StudentRecord {
  const { holder: fullName, idNumber, country, startDate, endDate, scoreNumeric, scoreLetter } = printed;
  const {
    startDate: _s,
    endDate: _e,
    scoreNumeric: _n,
    scoreLetter: _l,
    photo: _p,
    ...rest
  } = student ?? {
    _id: studentId,
    tenantId,
    custom: {},
    createdAt,
    updatedAt: createdAt,
  };
  return {
    ...rest,
    custom: { ...rest.custom, ...stored.asPairs.read(custom ?? []) },
    fullName,
    idNumber,
    country,
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    ...(scoreNumeric !== undefined && { scoreNumeric }),
    ...(scoreLetter !== undefined && { scoreLetter }),
    ...(photo !== undefined && { photo }),
    showScoreNumeric: scoreNumeric !== undefined,
    showScoreLetter: scoreLetter !== undefined,
  };
}

/**
 * Issues new certificates, with the same values of the batch, for students whose valid one has a lost file. The batch's id is derived from the lost
 * certificates, so that a repeated run creates no second batch.
 */
async function issueReplacements(
  { store, queue }: RebuildFilesContext,
  tenantId: string,
  signingCertificateId: string | null,
  lost: readonly CertificateRecord[],
  students: ReadonlyMap<string, StudentRecord>,
): Promise<void> {
  const current = lost.filter((one) => one.state === 'valid' && students.has(one.studentId));
  if (current.length === 0) return;
  const ids = current.map((one) => one._id).sort();
  const { batchValues } = current[0]!;
  const batch = await store.batches.create(tenantId, {
    _id: createHash('sha256').update(ids.join()).digest('hex').slice(0, 24),
    kind: 'generate',
    title: current[0]!.printed.course,
    createdBy: reissuedBy,
    signing: signingCertificateId ? { method: 'self-signed', signingCertificateId } : undefined,
    values: batchValues && stored.asPairs.read(batchValues),
    items: current.map(({ studentId, templateId, revisionId, printed }) => ({
      studentId,
      templateId,
      revisionId,
      fullName: printed.holder,
    })),
  });
  const { _id: batchId, kind } = batch;
  const chunks = await store.batches.nextChunks(tenantId, batchId, await queue.chunksAhead('generate'));
  await enqueueChunks(
    queue,
    chunks.map((chunk) => ({ tenantId, batchId, kind, ...chunk })),
  );
}
