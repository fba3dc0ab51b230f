import { AppError } from '@sello/kit';
import { itemKey } from '../batches/row.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import { type Filter, inRuns, omitUndefined } from '../database/table.ts';
import {
  type ErasedCertificateRecord,
  type ErasureRecord,
  type Erasures,
  pausesBetweenRounds,
} from './erasures.ts';
import { clearRows, type ErasureTables, findRows, type Traces, traceSteps } from './traces.ts';

/** Changes the lists of an erasure, unless there is nothing to change. */
type ChangeErasure = (
  tenantId: string,
  studentId: string,
  change: (erasure: ErasureRecord) => Partial<Omit<ErasureRecord, '_id' | 'tenantId' | 'rev'>>,
) => Promise<ErasureRecord>;

/** Erasures of one student are run by one worker at a time; conflicts are rare. */
const attempts = 20;
const certificatesAtOnce = 500;

const union = (known: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...known, ...more]),
];

export function createErasures(tables: ErasureTables): Erasures {
  const { erasures, erasedCertificates, students, trashedStudents, certificates, batchItems } = tables;
  const traces: Traces = traceSteps(tables);

  const change: ChangeErasure = async (tenantId, studentId, wanted) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const read = await erasures.rows.findOne({ _id: studentId, tenantId });
      if (read === null) throw new AppError('student_not_found');
      const $set = wanted(read);
      if (Object.entries($set).every(([name, value]) => isSame(read[name as keyof ErasureRecord], value)))
        return read;
      const { matchedCount } = await erasures.updateOne(
        { _id: studentId, tenantId, rev: read.rev },
        { $set, $inc: { rev: 1 } },
      );
      if (matchedCount === 1) return { ...read, ...$set, rev: read.rev + 1 };
    }
    throw new AppError('unavailable', { cause: new Error('the erasure is being changed by others') });
  };

  const certificatesOf = (tenantId: string, studentId: string): Promise<CertificateRecord[]> =>
    certificates.rows.find({ tenantId, studentId }).limit(certificatesAtOnce).toArray();

  /** Certificates that were moved to another pack since they were read are left for the next pass. */
  async function deleteCertificates(
    tenantId: string,
    studentId: string,
    found: readonly CertificateRecord[],
  ): Promise<void> {
    for (const [key, some] of Map.groupBy(found, (one) => one.pack.key)) {
      const _id = { $in: some.map((one) => one._id) };
      await certificates.deleteMany({
        ...{ _id, tenantId, studentId },
        'pack.key': key,
      } as Filter<CertificateRecord>);
    }
  }

  return {
    async begin(tenantId, studentId, now = new Date()) {
      const known = await erasures.rows.findOne({ _id: studentId, tenantId });
      if (known !== null) return known;
      const only = { projection: { _id: 1 } } as const;
      const found =
        (await students.rows.findOne({ _id: studentId, tenantId }, only)) ??
        (await trashedStudents.rows.findOne({ _id: studentId, tenantId }, only)) ??
        (await certificates.rows.findOne({ tenantId, studentId }, only));
      if (found === null) return null;
      const empty = { names: [], marks: [], certIds: [], photos: [], packs: [], objects: [] };
      const begun = { ...empty, _id: studentId, tenantId, requestedAt: now, rounds: 0, dueAt: now, rev: 0 };
      return erasures.insertOnce(begun);
    },

    get: (tenantId, studentId) => erasures.rows.findOne({ _id: studentId, tenantId }),

    async eraseRecords(tenantId, studentId) {
      for (;;) {
        const records = [
          await students.rows.findOne({ _id: studentId, tenantId }),
          await trashedStudents.rows.findOne({ _id: studentId, tenantId }),
        ];
        const found = await certificatesOf(tenantId, studentId);
        const names = given([
          ...records.map((one) => one?.fullName),
          ...found.map((one) => one.printed.holder),
        ]);
        const marks = given([
          ...records.flatMap((one) => [one?.email, one?.idNumber]),
          ...found.map((one) => one.printed.idNumber),
        ]);
        const photos = given([...records.map((one) => one?.photo), ...found.map((one) => one.photo)]);
        const certIds = found.map((one) => one._id);
        const packs = found.map((one) => one.pack.key);
        const erasure = await change(tenantId, studentId, (noted) => ({
          names: union(noted.names, names),
          marks: union(noted.marks ?? [], marks),
          certIds: union(noted.certIds, certIds),
          photos: union(noted.photos, photos),
          packs: union(noted.packs, packs),
        }));
        // Both, whatever was read: the student may be moved to the trash meanwhile.
        await students.deleteMany({ _id: studentId, tenantId });
        await trashedStudents.deleteMany({ _id: studentId, tenantId });
        if (found.length === 0) return erasure.certIds.length;
        // A done row without its certificate would be issued again.
        const rows = found.map(({ batchId, index }) => itemKey(batchId, index));
        const named = { _id: { $in: rows }, tenantId, studentId };
        await clearRows(batchItems, named, await findRows(batchItems, named));
        const issued = found.filter((one) => one.state !== 'prepared');
        await erasedCertificates.insertMissing(issued.map((one) => keptOf(one, erasure.requestedAt)));
        await deleteCertificates(tenantId, studentId, found);
      }
    },

    async eraseTraces(tenantId, studentId, now = new Date()) {
      const erasure = await change(tenantId, studentId, () => ({}));
      const found = await traces.findBatches(erasure);
      const zips = found.flatMap(({ batchId, zip }) =>
        zip === undefined ? [] : [{ _id: batchId, key: zip }],
      );
      const photos = await traces.unusedPhotos(erasure);
      const keys = [...zips, ...photos].map(({ key }) => key);
      // Noted before anything is cleared: a run that is interrupted afterwards finds no other way to these objects.
      await change(tenantId, studentId, ({ objects }) => ({
        objects: [
          ...objects,
          ...union([], keys)
            .filter((key) => !objects.some((object) => object.key === key))
            .map((key) => ({ key, deleteAt: now })),
        ],
      }));
      await traces.forget(erasure, { zips, photos });
      const cleared = await traces.clear(erasure, found, now);
      if (!cleared.isHeld) await change(tenantId, studentId, () => ({ names: [], marks: [] }));
      return cleared;
    },

    eachErased: (tenantId) => erasedCertificates.rows.find({ tenantId }).sort({ _id: 1 }),

    async placesIn(tenantId, packKey) {
      const found = await certificates.rows
        .find({ tenantId, 'pack.key': packKey } as Filter<CertificateRecord>, { projection: { pack: 1 } })
        .toArray();
      return found.map(({ _id, pack }) => ({ certId: _id, pack }));
    },

    async notePack(tenantId, studentId, packKey) {
      await change(tenantId, studentId, ({ packs }) => ({ packs: union(packs, [packKey]) }));
    },

    async move(tenantId, moves) {
      let moved = 0;
      for (const some of inRuns(moves, certificatesAtOnce)) {
        moved += await certificates.updateEach(
          some.map(({ certId, from, to }) => ({
            filter: {
              ...{ _id: certId, tenantId },
              ...{ 'pack.key': from.key, 'pack.offset': from.offset, 'pack.length': to.length },
            } as Filter<CertificateRecord>,
            update: { $set: { pack: to } },
          })),
        );
      }
      return moved;
    },

    async settlePack(tenantId, studentId, packKey, deleteAt) {
      await change(tenantId, studentId, ({ packs, objects }) => ({
        packs: packs.filter((key) => key !== packKey),
        objects: withObject(objects, packKey, deleteAt),
      }));
    },

    async settleObject(tenantId, studentId, key, deleteAt) {
      await change(tenantId, studentId, ({ objects }) => ({ objects: withObject(objects, key, deleteAt) }));
    },

    async endRound(tenantId, studentId, { round, dueAt }) {
      const pause = round === null ? 0 : pausesBetweenRounds[round];
      if (pause === undefined) {
        await erasures.deleteMany({ _id: studentId, tenantId, rounds: round! });
        return true;
      }
      const next = new Date(dueAt.getTime() + pause);
      await change(tenantId, studentId, () => ({
        ...(round !== null && { rounds: round + 1 }),
        dueAt: next,
      }));
      return false;
    },

    acrossTenants: {
      async due({ limit, leaseMs, now = new Date() }) {
        const due = await erasures.rows
          .find({ dueAt: { $lte: now } })
          .sort({ dueAt: 1 })
          .limit(limit)
          .toArray();
        const taken: ErasureRecord[] = [];
        for (const { _id, tenantId, dueAt } of due) {
          const mine = await erasures.updateOne(
            { _id, tenantId, dueAt },
            { $set: { dueAt: new Date(now.getTime() + leaseMs) }, $inc: { rev: 1 } },
          );
          const erasure = mine.modifiedCount === 1 && (await erasures.rows.findOne({ _id, tenantId }));
          if (erasure) taken.push(erasure);
        }
        return taken;
      },
      byCertId: (certId) => erasedCertificates.rows.findOne({ _id: certId }),
      byHash: (hash) => erasedCertificates.rows.findOne({ hash }),
    },
  };
}

function keptOf(
  { _id, tenantId, hash, issuedAt, printed, revokedAt, signingCertificateId, identity }: CertificateRecord,
  erasedAt: Date,
): ErasedCertificateRecord {
  const { issuedOn } = printed;
  const kept = {
    _id,
    tenantId,
    hash,
    issuedAt,
    issuedOn,
    erasedAt,
    revokedAt,
    signingCertificateId,
    identity,
  };
  return omitUndefined(kept) as ErasedCertificateRecord;
}

function withObject(
  objects: ErasureRecord['objects'],
  key: string,
  deleteAt: Date | null,
): ErasureRecord['objects'] {
  const others = objects.filter((object) => object.key !== key);
  return deleteAt === null ? others : [...others, { key, deleteAt }];
}

const given = (texts: readonly (string | undefined)[]): string[] =>
  texts.filter((text): text is string => text !== undefined && text !== '');

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
