import { briefStudent, fieldsWith, limits, stored, studentEntity } from '@sello/contracts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import { countByTenant } from '../database/count-by-tenant.ts';
import { foldKey } from '../database/fold.ts';
import { idOfRow, newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { inOrderOf, inRuns, omitUndefined, type Table } from '../database/table.ts';
import type { Projection } from '../database/versions.ts';
import { createChanges } from './change.ts';
import { createChoice } from './choice.ts';
import { type CountCache, type Counts, createCountCache } from './count-cache.ts';
import { countStudents, type StudentsQuery, studentQuery } from './query.ts';
import { type StudentRow, studentForm } from './row.ts';
import type {
  BriefStudentRecord,
  StudentColumns,
  StudentFields,
  StudentName,
  StudentQuery,
  Students,
} from './students.ts';

const manyIds = 2_000;
const nothing: Counts = { total: 0, certified: 0, allStudents: 0 };
const namesOnly = { fullName: 1, templateId: 1 } as const;
const { toFields, toRecord: toStudent, withoutInternal } = studentForm;

/** The stored fields of a brief student; `certId` shows whether it is certified. */
const briefFields = [
  ...Object.keys(briefStudent.shape).filter((name) => Object.hasOwn(studentEntity.fields, name)),
  'certId',
] as (keyof BriefStudentRecord)[];
const brief = Object.fromEntries(briefFields.map((name) => [name, 1 as const]));

/** The fields of `PrintedStudent`. */
const printedFields = Object.fromEntries(
  [
    ...fieldsWith(studentEntity, 'print').flatMap(({ name, fact }) => [
      name,
      ...('shownBy' in fact && fact.shownBy ? [fact.shownBy] : []),
    ]),
    ...['custom', 'email', 'certId'],
  ].map((name) => [name, 1 as const]),
);

function toBrief(row: StudentRow): BriefStudentRecord {
  return omitUndefined(
    Object.fromEntries(briefFields.map((name) => [name, row[name]])),
  ) as BriefStudentRecord;
}

export function createStudents(
  students: Table<StudentRow>,
  certificates: Pick<Table<CertificateRecord>, 'rows'>,
  counts: CountCache = createCountCache(),
): Students {
  const { rows } = students;
  const changes = createChanges(students, certificates);
  const build = (tenantId: string, _id: string, fields: StudentFields, now: Date): StudentRow => ({
    ...(toFields(fields) as StudentRow),
    _id,
    tenantId,
    certification: 'none',
    createdAt: now,
    updatedAt: now,
  });

  function countMatching(tenantId: string, query: StudentsQuery, isFirst: boolean): Promise<Counts> {
    const allStudents = () => countMatching(tenantId, studentQuery(tenantId, {}), false);
    return counts.of(tenantId, query.key ?? '', isFirst, () => countStudents(rows, query, allStudents));
  }

  async function readPage(
    tenantId: string,
    { limit, cursor, page: at = 1, isCounted = true, ...asked }: StudentQuery,
    given?: Record<string, 1>,
  ) {
    const query = studentQuery(tenantId, asked);
    const skip = (at - 1) * (limit ?? 0);
    const count = () => countMatching(tenantId, query, cursor === undefined);
    const isNarrowed = query.narrow !== undefined;
    // Which index is faster depends on how many rows match; without a search or a filter there is no choice.
    const counting = isCounted || isNarrowed ? count() : undefined;
    const index = isNarrowed && counting ? query.indexFor(await counting) : query.ordered;
    // The cursor contains the sort value.
    const projection = given && { projection: { ...given, [query.sort.field]: 1 as const } };
    const [page, counted] = await Promise.all([
      findPage(students, { ...query, index, limit, cursor, skip, isCounted: false, ...projection }),
      counting,
    ]);
    const { total, certified, allStudents } = (isCounted && counted) || nothing;
    return { ...page, total, certified, all: allStudents };
  }

  /** In the order of the ids. */
  async function readMany(
    tenantId: string,
    studentIds: readonly string[],
    projection: Projection,
  ): Promise<StudentRow[]> {
    const found: StudentRow[] = [];
    for (const ids of inRuns(studentIds, manyIds)) {
      found.push(...(await rows.find({ _id: { $in: [...ids] }, tenantId }, { projection }).toArray()));
    }
    return inOrderOf(studentIds, found);
  }

  return {
    async list(tenantId, query = {}) {
      const page = await readPage(tenantId, query);
      return { ...page, items: page.items.map(toStudent) };
    },
    async listBrief(tenantId, query = {}) {
      const page = await readPage(tenantId, query, brief);
      return { ...page, items: page.items.map(toBrief) };
    },
    recount: async (tenantId) => counts.invalidate([tenantId]),
    ...createChoice({ students, brief, toBrief }),
    async get(tenantId, studentId) {
      const row = await rows.findOne({ _id: studentId, tenantId }, { projection: withoutInternal });
      return row && toStudent(row);
    },
    getMany: async (tenantId, studentIds) =>
      (await readMany(tenantId, studentIds, withoutInternal)).map(toStudent),
    printed: async (tenantId, studentIds) =>
      (await readMany(tenantId, studentIds, printedFields)).map(toStudent),
    async names(tenantId, studentIds) {
      const found: StudentName[] = [];
      for (const ids of inRuns(studentIds, manyIds)) {
        const matching = { _id: { $in: [...ids] }, tenantId };
        found.push(...(await rows.find(matching, { projection: namesOnly }).toArray()));
      }
      return found;
    },
    async columns(tenantId, studentIds) {
      const found: StudentColumns[] = [];
      for (const ids of inRuns(studentIds, manyIds)) {
        const matching = { _id: { $in: [...ids] }, tenantId };
        const read = await rows.find(matching, { projection: { custom: 1 } }).toArray();
        found.push(...read.map(({ _id, custom }) => ({ _id, custom: stored.asPairs.read(custom) })));
      }
      return found;
    },
    async columnNames(tenantId) {
      const found = await rows
        .aggregate<{ _id: string }>([
          { $match: { tenantId } },
          { $unwind: '$custom' },
          { $group: { _id: '$custom.name' } },
          { $limit: limits.customColumns },
        ])
        .toArray();
      return found.map(({ _id }) => _id).sort();
    },
    async byIdNumbers(tenantId, idNumbers) {
      const keys = [...new Set(idNumbers.map(foldKey))].filter((key) => key !== '');
      const found: StudentRow[] = [];
      for (const some of inRuns(keys, manyIds)) {
        found.push(
          ...(await rows
            .find({ tenantId, idKey: { $in: [...some] } })
            .sort({ createdAt: 1, _id: 1 })
            .toArray()),
        );
      }
      return found.map(toStudent);
    },
    create: async (tenantId, fields, studentId = newId()) =>
      toStudent(await students.insertOnce(build(tenantId, studentId, fields, new Date()))),
    update: changes.update,
    async saveMany(tenantId, { add, update }, from) {
      const now = new Date();
      const { importId, rows: places } = from ?? { importId: newId(), rows: [...add.keys()] };
      const added = add.map((fields, position) => ({
        fields,
        studentId: idOfRow(importId, places[position]!),
      }));
      for (const some of inRuns(added, manyIds)) {
        await students.insertMissing(
          some.map(({ studentId, fields }) => build(tenantId, studentId, fields, now)),
        );
      }
      return { added: add.length, updated: await changes.replaceMany(tenantId, update, now) };
    },
    count: (tenantId) => rows.countDocuments({ tenantId }),
    async countByTemplate(tenantId) {
      const counted = await rows
        .aggregate<{ _id: string; count: number }>([
          { $match: { tenantId, templateId: { $exists: true } } },
          { $group: { _id: '$templateId', count: { $sum: 1 } } },
        ])
        .toArray();
      return new Map(counted.map(({ _id, count }) => [_id, count]));
    },
    acrossTenants: { count: (tenantIds) => countByTenant(students, tenantIds) },
  };
}
