import { sortsOf, studentEntity } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { countByTenant } from '../database/count-by-tenant.ts';
import { foldKey } from '../database/fold.ts';
import { idOfRow, newId } from '../database/ids.ts';
import { findPage, readSort, searchFilter } from '../database/keyset.ts';
import { type Filter, inOrderOf, inRuns, type Table } from '../database/table.ts';
import { type StudentRow, studentForm } from './row.ts';
import type { StudentFields, Students } from './students.ts';

const sorts = sortsOf(studentEntity);
const newestFirst = { field: '_id', direction: -1 } as const;
const manyIds = 2_000;
const { toFields, toUpdate, toRecord: toStudent, withoutInternal } = studentForm;

export function createStudents(students: Table<StudentRow>): Students {
  const { rows } = students;
  const build = (tenantId: string, _id: string, fields: StudentFields, now: Date): StudentRow => ({
    ...(toFields(fields) as StudentRow),
    _id,
    tenantId,
    createdAt: now,
    updatedAt: now,
  });
  const replace = (fields: StudentFields, now: Date) => toUpdate(fields, { updatedAt: now });

  return {
    async list(tenantId, { search, sort, limit, cursor, isCounted = true, certified } = {}) {
      const words = foldKey(search ?? '');
      const matching: Record<string, unknown> = {
        tenantId,
        ...(words !== '' && { $and: searchFilter('searchKey', words) }),
      };
      const [page, certifiedCount] = await Promise.all([
        findPage(students, {
          filter: certified === undefined ? matching : { ...matching, certId: { $exists: certified } },
          sort: readSort(sort, sorts, newestFirst),
          limit,
          cursor,
          isCounted,
        }),
        isCounted ? rows.countDocuments({ ...matching, certId: { $exists: true } } as Filter<StudentRow>) : 0,
      ]);
      return { ...page, items: page.items.map(toStudent), certified: certifiedCount };
    },
    async get(tenantId, studentId) {
      const row = await rows.findOne({ _id: studentId, tenantId }, { projection: withoutInternal });
      return row && toStudent(row);
    },
    async getMany(tenantId, studentIds) {
      const found: StudentRow[] = [];
      for (const ids of inRuns(studentIds, manyIds)) {
        found.push(
          ...(await rows
            .find({ _id: { $in: [...ids] }, tenantId }, { projection: withoutInternal })
            .toArray()),
        );
      }
      return inOrderOf(studentIds, found).map(toStudent);
    },
    async byIdNumbers(tenantId, idNumbers) {
      const keys = [...new Set(idNumbers.map(foldKey))].filter((key) => key !== '');
      const found: StudentRow[] = [];
      for (const some of inRuns(keys, manyIds)) {
        found.push(
          ...(await rows
            .find({ tenantId, idKey: { $in: [...some] } })
            .sort({ _id: 1 })
            .toArray()),
        );
      }
      return found.map(toStudent);
    },
    create: async (tenantId, fields, studentId = newId()) =>
      toStudent(await students.insertOnce(build(tenantId, studentId, fields, new Date()))),
    async update(tenantId, studentId, fields) {
      const row = await students.findOneAndUpdate({ _id: studentId, tenantId }, replace(fields, new Date()), {
        returnDocument: 'after',
      });
      if (!row) throw new AppError('student_not_found');
      return toStudent(row);
    },
    async saveMany(tenantId, { add, update }, from) {
      const now = new Date();
      let updated = 0;
      const added = add.map((fields, place) => ({
        fields,
        studentId: from === undefined ? newId() : idOfRow(from.importId, from.rows[place]!),
      }));
      for (const some of inRuns(added, manyIds)) {
        await students.insertMissing(
          some.map(({ studentId, fields }) => build(tenantId, studentId, fields, now)),
        );
      }
      for (const some of inRuns(update, 500)) {
        updated += await students.updateEach(
          some.map(({ studentId, fields }) => ({
            filter: { _id: studentId, tenantId },
            update: replace(fields, now),
          })),
        );
      }
      return { added: add.length, updated };
    },
    async deleteMany(tenantId, studentIds) {
      let deleted = 0;
      for (const ids of inRuns(studentIds, manyIds)) {
        deleted += await students.deleteMany({ _id: { $in: [...ids] }, tenantId });
      }
      return deleted;
    },
    count: (tenantId) => rows.countDocuments({ tenantId }),
    acrossTenants: { count: (tenantIds) => countByTenant(students, tenantIds) },
  };
}
