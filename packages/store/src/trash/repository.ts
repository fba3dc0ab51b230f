import { type RowOf, trashedStudentEntity } from '@sello/contracts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import { certificationOf } from '../certificates/printed.ts';
import { byIssue } from '../certificates/row.ts';
import { foldKey } from '../database/fold.ts';
import { findPage, searchFilter } from '../database/keyset.ts';
import { storedForm } from '../database/stored-form.ts';
import { type Filter, inRuns, omitUndefined, type Table } from '../database/table.ts';
import { type StudentRow, studentForm } from '../students/row.ts';
import type { Trash, TrashedChoice } from './trash.ts';

export type TrashedRow = RowOf<typeof trashedStudentEntity>;

const rowsAtOnce = 1_000;
const { toRecord } = storedForm(trashedStudentEntity);
const { toRecord: toStudent } = studentForm;
const newestFirst = { field: 'deletedAt', direction: -1 } as const;

interface Dependencies {
  trashed: Table<TrashedRow>;
  students: Table<StudentRow>;
  certificates: Pick<Table<CertificateRecord>, 'rows'>;
}

export function createTrash({ trashed, students, certificates }: Dependencies): Trash {
  const byIds = (tenantId: string, ids: readonly string[]) => ({ _id: { $in: [...ids] }, tenantId });

  const chosen = (tenantId: string, which: TrashedChoice): Filter<TrashedRow> =>
    'ids' in which ? byIds(tenantId, which.ids) : { tenantId, deletion: which.deletion };

  /** Who of these is in the register. */
  async function presentOf(tenantId: string, rows: readonly TrashedRow[]): Promise<Set<string>> {
    const ids = rows.map(({ _id }) => _id);
    const found = await students.rows.find(byIds(tenantId, ids), { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  /** What these students have of a certificate now. */
  async function withCertificates(tenantId: string, rows: readonly TrashedRow[]): Promise<StudentRow[]> {
    const found = await certificates.rows
      .find({
        tenantId,
        studentId: { $in: rows.map(({ _id }) => _id) },
        state: { $in: ['valid', 'revoked'] },
      })
      .toArray();
    const byStudent = Map.groupBy(found, ({ studentId }) => studentId);
    return rows.map((row) => {
      const { deletedAt: _at, deletedBy: _by, deletion: _deletion, ...student } = row;
      const { certId: _certId, certIssuedAt: _issuedAt, revokedCertId: _revoked, ...rest } = student;
      const last = (byStudent.get(row._id) ?? []).toSorted(byIssue).at(-1);
      const valid = byStudent.get(row._id)?.find(({ state }) => state === 'valid');
      const has = valid ?? last;
      const fields = omitUndefined({
        certId: valid?._id,
        certIssuedAt: has?.issuedAt,
        revokedCertId: valid === undefined ? last?._id : undefined,
        certification: valid
          ? certificationOf(toStudent(rest as StudentRow), valid)
          : last
            ? ('revoked' as const)
            : row.certification === 'failed'
              ? row.certification
              : ('none' as const),
      });
      return { ...rest, ...fields } as StudentRow;
    });
  }

  /** How many of these have an idNumber that somebody else in the register has. */
  async function countSame(tenantId: string, rows: readonly StudentRow[]): Promise<number> {
    const keys = [...new Set(rows.map(({ idKey }) => idKey))].filter((key) => key !== '');
    if (keys.length === 0) return 0;
    const own = new Set(rows.map(({ _id }) => _id));
    const found = await students.rows
      .find({ tenantId, idKey: { $in: keys } }, { projection: { idKey: 1 } })
      .toArray();
    const taken = new Set(found.filter(({ _id }) => !own.has(_id)).map(({ idKey }) => idKey));
    return rows.filter(({ idKey }) => taken.has(idKey)).length;
  }

  return {
    async put(tenantId, studentIds, { userId, deletion, now = new Date() }) {
      let deleted = 0;
      for (const ids of inRuns(studentIds, rowsAtOnce)) {
        const found = await students.rows.find(byIds(tenantId, ids)).toArray();
        const marks = { deletedAt: now, deletedBy: userId, deletion };
        const rows = found.map((row) => ({ ...row, ...marks }));
        const skipped = await trashed.insertMissing(rows);
        // Rows of a restore that was interrupted: the record of the register is the newer one. They are written over and
        // never removed, as somebody else may delete the same students just now.
        await trashed.updateEach(
          [...skipped].map((position) => {
            const { _id, ...newer } = rows[position]!;
            return { filter: { _id, tenantId }, update: { $set: newer } };
          }),
        );
        deleted += await students.deleteMany(
          byIds(
            tenantId,
            found.map(({ _id }) => _id),
          ),
        );
      }
      return deleted;
    },
    async get(tenantId, studentId) {
      const row = await trashed.rows.findOne({ _id: studentId, tenantId });
      if (row === null || (await presentOf(tenantId, [row])).size > 0) return null;
      return toRecord(row);
    },
    async list(tenantId, { search, limit, cursor, isCounted } = {}) {
      const words = foldKey(search ?? '');
      const filter = { tenantId, ...(words !== '' && { $and: searchFilter('searchKey', words) }) };
      const page = await findPage(trashed, { filter, sort: newestFirst, limit, cursor, isCounted });
      const present = await presentOf(tenantId, page.items);
      return { ...page, items: page.items.filter(({ _id }) => !present.has(_id)).map(toRecord) };
    },
    async restore(tenantId, which) {
      const ids: string[] = [];
      let same = 0;
      for (;;) {
        const rows = await trashed.rows.find(chosen(tenantId, which)).limit(rowsAtOnce).toArray();
        if (rows.length === 0) return { ids, same };
        const restored = await withCertificates(tenantId, rows);
        // Who is there already was restored by a run that was interrupted.
        await students.insertMissing(restored);
        same += await countSame(tenantId, restored);
        await trashed.deleteMany(
          byIds(
            tenantId,
            rows.map(({ _id }) => _id),
          ),
        );
        ids.push(...restored.map(({ _id }) => _id));
      }
    },
    async deleteForever(tenantId, which) {
      if (which === 'all') return trashed.deleteMany({ tenantId });
      let deleted = 0;
      for (const ids of inRuns(which.ids, rowsAtOnce)) {
        deleted += await trashed.deleteMany(byIds(tenantId, ids));
      }
      return deleted;
    },
    acrossTenants: {
      removeOlder: (than) => trashed.deleteMany({ deletedAt: { $lt: than } }),
    },
  };
}
