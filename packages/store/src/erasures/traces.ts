import { errorMessage, mayDelete, mistakeKind, type RowError } from '@sello/contracts';
import { assetsHeld, type HolderTables } from '../assets/holders.ts';
import { type ItemRow, isOpen, longAgo } from '../batches/row.ts';
import type { Filter, Table } from '../database/table.ts';
import type { Tables } from '../database/tables.ts';
import type { ErasureRecord } from './erasures.ts';
import { isAboutPerson, type PersonInText, withoutPerson } from './without-person.ts';

export type ErasureTables = Pick<
  Tables,
  | 'erasures'
  | 'erasedCertificates'
  | 'students'
  | 'certificates'
  | 'batches'
  | 'batchItems'
  | 'emailDeliveries'
  | 'mistakeReports'
  | 'reports'
  | 'auditLog'
  | 'assets'
> &
  HolderTables;

/** An object that must be deleted, and the record that names it. */
interface NamedObject {
  _id: string;
  key: string;
}

/** What a batch has about the student. */
interface BatchTraces {
  batchId: string;
  nextFrom: number;
  filter: Filter<ItemRow>;
  found: readonly Found[];
  /** The object of a finished zip. */
  zip?: string;
}

export interface Traces {
  /** The batches with rows about the student, and the zips that may contain a file; one that is being written starts again. */
  findBatches(erasure: ErasureRecord): Promise<BatchTraces[]>;
  /** Clears these rows. Their zips must have been noted before: afterwards nothing leads to them. */
  clear(
    erasure: ErasureRecord,
    traces: readonly BatchTraces[],
    now: Date,
  ): Promise<{ failed: string[]; isHeld: boolean }>;
  /** The photographs that nothing else holds. */
  unusedPhotos(erasure: ErasureRecord): Promise<NamedObject[]>;
  /**
   * Deletes what names these objects, and the e-mails; empties entries of the audit log about the student and reports about
   * the certificates, and takes what names the person out of titles and of other entries.
   */
  forget(
    erasure: ErasureRecord,
    objects: { zips: readonly NamedObject[]; photos: readonly NamedObject[] },
  ): Promise<void>;
}

const erased: RowError = { code: 'student_erased', message: errorMessage('student_erased') };
const cleared = { studentId: '', certId: '', email: '', claimId: '' } as const;
const idsAtOnce = 500;
/** The kinds whose rows are students; the file of any other kind may contain everybody. */
const byStudent: readonly string[] = ['generate', 'zip', 'email', 'import'];

/** Details of an entry of the audit log, whose texts lose what names the person. */
const withoutPersonInJson = (details: string, person: PersonInText): string =>
  JSON.stringify(
    JSON.parse(details, (_, value: unknown) =>
      typeof value === 'string' ? withoutPerson(value, person) : value,
    ),
  );

type Found = Pick<ItemRow, '_id' | 'state' | 'leaseUntil' | 'index'>;

/** The rows that match, with what decides how they are cleared. */
export function findRows(items: Table<ItemRow>, filter: Filter<ItemRow>): Promise<Found[]> {
  return items.rows.find(filter, { projection: { state: 1, leaseUntil: 1, index: 1 } }).toArray();
}

/** Removes everything personal from those that are final; their states stay, because they were counted. */
export async function clearRows(
  items: Table<ItemRow>,
  filter: Filter<ItemRow>,
  found: readonly Found[],
): Promise<void> {
  const has = (...states: ItemRow['state'][]) => found.some(({ state }) => states.includes(state));
  if (has('done', 'cancelled')) {
    const final = { ...filter, state: { $in: ['done', 'cancelled'] } } as Filter<ItemRow>;
    await items.updateMany(final, { $set: { fullName: '' }, $unset: cleared });
  }
  if (has('failed')) {
    const failed = { ...filter, state: 'failed' } as Filter<ItemRow>;
    await items.updateMany(failed, { $set: { fullName: '', error: erased }, $unset: cleared });
  }
}

export function traceSteps(tables: Omit<ErasureTables, 'erasures' | 'erasedCertificates'>): Traces {
  const { batches, batchItems, emailDeliveries, mistakeReports, reports, auditLog, assets } = tables;

  /** The rows of a batch that are about the student; rows without an id may still contain the name. */
  function rowsOf(
    { _id: studentId, tenantId, certIds, names }: ErasureRecord,
    batchId: string,
  ): Filter<ItemRow> {
    const range = { $gt: `${batchId}:`, $lt: `${batchId};` };
    const either = [
      { studentId },
      ...(certIds.length > 0 ? [{ certId: { $in: certIds } }] : []),
      ...(names.length > 0 ? [{ studentId: { $exists: false }, fullName: { $in: names } }] : []),
    ];
    return { _id: range, tenantId, $or: either } as Filter<ItemRow>;
  }

  /** A zip that is being written may contain the file: its job loses the lease and starts again. */
  async function restartZip(tenantId: string, batchId: string): Promise<void> {
    await batches.updateOne(
      { _id: batchId, tenantId, state: isOpen, 'whole.until': { $gt: longAgo } },
      { $set: { 'whole.until': longAgo }, $inc: { 'whole.fence': 1 } },
    );
  }

  /** Titles that people gave, and details that repeat them, may name the person; whose they are is found by reading them. */
  async function forgetInTexts({ tenantId, names, marks = [] }: ErasureRecord): Promise<void> {
    const person = { names, marks };
    if (names.length + marks.length === 0) return;
    const titles = batches.rows.find({ tenantId, title: { $ne: '' } }, { projection: { title: 1 } });
    for (const { _id, title } of await titles.toArray()) {
      if (!isAboutPerson(title, person)) continue;
      await batches.updateOne({ _id, tenantId, title }, { $set: { title: withoutPerson(title, person) } });
    }
    const logged = { tenantId, details: { $ne: '{}' } };
    for await (const { _id, details } of auditLog.rows.find(logged, { projection: { details: 1 } })) {
      if (!isAboutPerson(details, person)) continue;
      const without = withoutPersonInJson(details, person);
      await auditLog.updateOne({ _id, tenantId, details }, { $set: { details: without } });
    }
  }

  return {
    async findBatches(erasure) {
      const { tenantId } = erasure;
      const traces: BatchTraces[] = [];
      const projection = { kind: 1, download: 1, endedAt: 1, nextFrom: 1 } as const;
      for (const batch of await batches.rows.find({ tenantId }, { projection }).toArray()) {
        const { _id: batchId, kind, nextFrom } = batch;
        const filter = rowsOf(erasure, batchId);
        const found = await findRows(batchItems, filter);
        // Once the names are gone, nothing of the student is in the database, from which an export is made.
        const mayHaveFile = found.length > 0 || (!byStudent.includes(kind) && erasure.names.length > 0);
        if (!mayHaveFile) continue;
        if (batch.endedAt === undefined) await restartZip(tenantId, batchId);
        // Read after the restart: a zip that was finished just before has the file, a later one has not.
        const { download } = (await batches.rows.findOne({ _id: batchId, tenantId }, { projection })) ?? {};
        traces.push({ batchId, nextFrom, filter, found, ...(download && { zip: download.key }) });
      }
      return traces;
    },

    async clear({ tenantId }, traces, now) {
      const failed: string[] = [];
      let isHeld = false;
      for (const { batchId, nextFrom, filter, found } of traces) {
        await clearRows(batchItems, filter, found);
        const open = found.filter(({ state }) => isOpen.$in.some((one) => one === state));
        if (open.length === 0) continue;
        const given = { tenantId, state: isOpen, leaseUntil: { $lt: now } };
        // Rows that were not enqueued yet are not counted: they lose the name now and fail when they are.
        const early = open.filter(({ index }) => index >= nextFrom).map(({ _id }) => _id);
        if (early.length > 0) {
          const update = { $set: { fullName: '' }, $unset: { email: '' as const } };
          await batchItems.updateMany({ ...given, _id: { $in: early } }, update);
        }
        const enqueued = open.filter(({ index }) => index < nextFrom).map(({ _id }) => _id);
        let ended = 0;
        if (enqueued.length > 0) {
          const { modifiedCount } = await batchItems.updateMany(
            { ...given, _id: { $in: enqueued } },
            { $set: { state: 'failed', fullName: '', error: erased }, $unset: cleared, $inc: { fence: 1 } },
          );
          ended = modifiedCount;
        }
        if (ended > 0) failed.push(batchId);
        // Those that a worker holds are cleared by a later run.
        isHeld ||= ended < open.length;
      }
      return { failed, isHeld };
    },

    async unusedPhotos({ _id: studentId, tenantId, photos }) {
      const found = await assets.rows.find({ _id: { $in: photos }, tenantId }).toArray();
      const own = found.filter((asset) => mayDelete(asset, 'erasure'));
      const held = await assetsHeld(tables, own, { without: studentId });
      const unused: NamedObject[] = [];
      for (const { _id, key } of own) {
        if (held.has(_id)) continue;
        const shared = await assets.rows.findOne({ key, _id: { $ne: _id } }, { projection: { _id: 1 } });
        if (shared === null) unused.push({ _id, key });
      }
      return unused;
    },

    async forget(erasure, { zips, photos }) {
      const { _id: studentId, tenantId, certIds } = erasure;
      for (const { _id, key } of zips) {
        await batches.updateOne({ _id, tenantId, 'download.key': key }, { $unset: { download: '' } });
      }
      for (const { _id, key } of photos) await assets.deleteOne({ _id, tenantId, key });
      for (let from = 0; from < certIds.length; from += idsAtOnce) {
        const some = certIds.slice(from, from + idsAtOnce);
        await emailDeliveries.deleteMany({ tenantId, certId: { $in: some } });
        await mistakeReports.deleteMany({ tenantId, certId: { $in: some } });
        await reports.deleteMany({ tenantId, certId: { $in: some }, mistake: { $in: mistakeKind.options } });
        // That somebody wrote about the issuer stays: what it is about is a number that leads nowhere any more.
        await reports.updateMany(
          { tenantId, certId: { $in: some } },
          { $set: { text: '' }, $unset: { email: '' } },
        );
        await auditLog.updateMany({ tenantId, target: { $in: some } }, { $set: { details: '{}' } });
      }
      await auditLog.updateMany(
        { tenantId, target: studentId, action: { $ne: 'students.erase' } },
        { $set: { details: '{}' } },
      );
      await forgetInTexts(erasure);
    },
  };
}
