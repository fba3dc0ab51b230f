import { type Fields, sortsOf, studentEntity } from '@sello/contracts';
import { declaredIndex } from '../database/declared-index.ts';
import { foldKey } from '../database/fold.ts';
import { readSort, type Sort, searchFilter } from '../database/keyset.ts';
import type { Filter, Rows } from '../database/reads.ts';
import type { Counts } from './count-cache.ts';
import type { StudentRow } from './row.ts';
import type { StudentQuery } from './students.ts';

const sorts = sortsOf(studentEntity);
const newestFirst = { field: '_id', direction: -1 } as const;
const earliest = new Date(-8_640_000_000_000_000);

const byId = declaredIndex(studentEntity, ['tenantId', '_id']);
const byCertificate = declaredIndex(studentEntity, ['tenantId', 'certId']);
const bySearch = declaredIndex(studentEntity, ['tenantId', 'searchKey', 'certId']);

/**
 * A query that uses the index of its sort order skips rows that do not match; one that uses the index of its search or
 * filter sorts the rows that match. The first is faster where more than a quarter of the students match.
 */
const broad = 0.25;

/** The query of a list. */
export function studentQuery(tenantId: string, query: Pick<StudentQuery, 'search' | 'sort' | 'certified'>) {
  const words = foldKey(query.search ?? '');
  const { certified } = query;
  const matching: Record<string, unknown> = {
    tenantId,
    ...(words !== '' && { $and: searchFilter('searchKey', words) }),
  };
  const sort = withLowest(readSort(query.sort, sorts, newestFirst));
  const ordered = declaredIndex(studentEntity, orderKeys(sort));
  const narrow = words !== '' ? bySearch : certified !== undefined ? byCertificate : undefined;
  const totals = (counts: Counts) => ({
    total:
      certified === undefined
        ? counts.total
        : certified
          ? counts.certified
          : Math.max(0, counts.total - counts.certified),
    certified: counts.certified,
  });
  return {
    words,
    matching,
    filter: certified === undefined ? matching : { ...matching, certId: certified ? { $gt: '' } : null },
    sort,
    totals,
    /** The index of the list's sort order. */
    ordered,
    /** The index of the search or filter; `undefined` for a list of all students. */
    narrow,
    indexFor: (counts: Counts) => (totals(counts).total > counts.allStudents * broad ? ordered : narrow),
  };
}

export type StudentsQuery = ReturnType<typeof studentQuery>;

/** Counts the students that the search matches, from indexes only. `allStudents` gives the count without the search. */
export async function countStudents(
  rows: Pick<Rows<StudentRow>, 'countDocuments'>,
  { words, matching }: Pick<StudentsQuery, 'words' | 'matching'>,
  allStudents: () => Promise<Counts>,
): Promise<Counts> {
  const isSearch = words !== '';
  const count = (filter: Record<string, unknown>, index: typeof byId) =>
    rows.countDocuments(filter as Filter<StudentRow>, { index });
  const [total, certified, all] = await Promise.all([
    count(matching, isSearch ? bySearch : byId),
    count({ ...matching, certId: { $gt: '' } }, isSearch ? bySearch : byCertificate),
    isSearch ? allStudents() : undefined,
  ]);
  return { total, certified, allStudents: all?.total ?? total };
}

const orderKeys = ({ field }: Sort): string[] =>
  field === '_id' ? ['tenantId', '_id'] : ['tenantId', field, '_id'];

function withLowest(sort: Sort): Sort {
  const declared = (studentEntity.fields as Fields)[sort.field];
  return { ...sort, lowest: declared?.type.def.type === 'date' ? earliest : '' };
}
