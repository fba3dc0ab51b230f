import { createHash } from 'node:crypto';
import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { limits } from '@sello/contracts';
import { AppError, isAppError, isRowError, type Logger } from '@sello/kit';
import { enqueueChunks, type Queue } from '@sello/queue';
import type { BatchItemRecord, CertificateRecord, Store, StudentRecord } from '@sello/store';
import pLimit from 'p-limit';
import { createCertificateFiles } from '../../archive/certificate-files.ts';
import type { HeavyMutex } from '../../issuing/heavy-mutex.ts';
import { makePack } from '../../issuing/pack.ts';
import type { ReadySigner, Signers } from '../../issuing/signers.ts';
import { type StampedRow, stampRows } from '../../issuing/stamping.ts';
import type { Templates } from '../../issuing/templates.ts';

export interface RebuildFilesContext {
  store: Pick<Store, 'soundness' | 'tenants' | 'students' | 'batches'>;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll' | 'chunksAhead'>;
  templates: Templates;
  signers: Signers;
  publicUrl: string;
  heavyMutex: HeavyMutex;
  log: Logger;
}

/** Stands in `createdBy` of a batch that no person asked for. */
export const reissuedBy = 'check-store';

const filesPerPass = limits.chunkItems * 4;
const noConcurrency = pLimit(1);

/**
 * Makes files again that `check-store` found missing. An issued file is never rewritten: a file stands again under its
 * certificate only when its bytes are the ones that were hashed and, as they are the same for the same input, signed.
 * Where they are not (the student was changed, a timestamp was in them), the certificate keeps its record and its hash,
 * and a student whose current one it is gets a new one in its place. Answers how many were looked after. Throws
 * `object_store_unknown` beside an object store that is not this installation's: there, every file would be lost.
 */
export async function rebuildFiles(context: RebuildFilesContext, signal: AbortSignal): Promise<number> {
  const { acrossTenants } = context.store.soundness;
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

async function rebuild(
  context: RebuildFilesContext,
  tenantId: string,
  signingCertificateId: string | null,
  missing: readonly CertificateRecord[],
): Promise<number> {
  const { store, blobs, log } = context;
  const { acrossTenants } = store.soundness;
  const { there, gone } = await recheckFiles(blobs, missing);
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
  // Heavy ones whose turn has not come stay noted as missing.
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
    for (const [place, row] of same.entries()) {
      await acrossTenants.movePack(byId.get(row.item.certId!)!, pack.places[place]!);
      byId.delete(row.item.certId!);
    }
  }
  // Asked again: it may have been exchanged, and the files with it, since they were looked for.
  await requireOurs(context);
  const lost = [...byId.values()];
  await issueReplacements(context, tenantId, signingCertificateId, lost, students);
  await acrossTenants.setFileState(tenantId, [...byId.keys()], 'lost');
  log.warn(
    { tenantId, found: there.length, remade: same.length, lost: lost.map((one) => one._id) },
    'looked after missing files',
  );
  return there.length + same.length + lost.length;
}

/** Files that are there after all: an operator brought them back. */
async function recheckFiles(blobs: Blobs, missing: readonly CertificateRecord[]) {
  const files = createCertificateFiles(blobs);
  const there: string[] = [];
  const gone: CertificateRecord[] = [];
  for (const one of missing) {
    try {
      await files.read(one);
      there.push(one._id);
    } catch (error) {
      if (!isAppError(error, 'object_missing')) throw error;
      gone.push(one);
    }
  }
  return { there, gone };
}

/** Stamps with what each certificate printed then, whatever became of the student since. */
async function restamp(
  { store, templates, signers, publicUrl, heavyMutex }: RebuildFilesContext,
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
    // A key that may sign no more signs nothing, not even what it had signed.
    if (!isRowError(error)) throw error;
    return items.map((item) => ({ item, error }));
  }
  const printed = new Map(gone.map((one) => [one.studentId, asPrinted(one, students.get(one.studentId))]));
  // Two certificates of one student printed each their own.
  const rows: StampedRow[] = [];
  for (const [place, item] of items.entries()) {
    const one = gone[place]!;
    printed.set(item.studentId!, asPrinted(one, students.get(item.studentId!)));
    // The record keeps what was proved at its own issue.
    const identity = one.identity ?? { kind: 'unproven' };
    rows.push(
      ...(await stampRows([item], {
        tenant,
        identity,
        students: printed,
        templates,
        signing,
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
  { studentId, tenantId, printed, createdAt }: CertificateRecord,
  student: StudentRecord | undefined,
): StudentRecord {
  const { holder: fullName, idNumber, country, startDate, endDate, scoreNumeric, scoreLetter } = printed;
  const {
    startDate: _s,
    endDate: _e,
    scoreNumeric: _n,
    scoreLetter: _l,
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
    fullName,
    idNumber,
    country,
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    ...(scoreNumeric !== undefined && { scoreNumeric }),
    ...(scoreLetter !== undefined && { scoreLetter }),
    showScoreNumeric: scoreNumeric !== undefined,
    showScoreLetter: scoreLetter !== undefined,
  };
}

/** New certificates for students whose current one can never be fetched again. Under a derived id, so once. */
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
  const batch = await store.batches.create(tenantId, {
    _id: createHash('sha256').update(ids.join()).digest('hex').slice(0, 24),
    kind: 'generate',
    title: current[0]!.printed.course,
    createdBy: reissuedBy,
    signing: signingCertificateId ? { method: 'self-signed', signingCertificateId } : undefined,
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
