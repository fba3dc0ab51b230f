import {
  type Certification,
  certification,
  certifiedStates,
  type Fields,
  noTemplate,
  type StudentFilter,
  sortsOf,
  studentEntity,
} from '@sello/contracts';
import { type DeclaredIndex, declaredIndex } from '../database/declared-index.ts';
import { foldKey } from '../database/fold.ts';
import { readSort, type Sort, searchFilter } from '../database/keyset.ts';
import type { Filter, Rows } from '../database/reads.ts';
import type { Counts } from './count-cache.ts';
import type { StudentRow } from './row.ts';

const sorts = sortsOf(studentEntity);
const newestFirst = { field: 'createdAt', direction: -1 } as const;
const earliest = new Date(-8_640_000_000_000_000);

const byAge = declaredIndex(studentEntity, ['tenantId', 'createdAt', '_id']);
const bySearch = declaredIndex(studentEntity, ['tenantId', 'searchKey', 'certification']);
const byFilter = declaredIndex(studentEntity, [
  'tenantId',
  'certification',
  'templateId',
  'country',
  'endDate',
  'searchKey',
]);
const isCertified = (state: Certification): boolean => certifiedStates.some((one) => one === state);

/** The states that a filter allows; `undefined` for all. */
function statesOf({ certified, certification: only }: StudentFilter): readonly Certification[] | undefined {
  if (certified === undefined && only === undefined) return undefined;
  const allowed = only === undefined ? certification.options : [only];
  return allowed.filter((state) => certified === undefined || isCertified(state) === certified);
}

/**
 * A query that uses the index of its sort order skips rows that do not match; one that uses the index of its search or
 * filter sorts the rows that match. The first is faster where more than a quarter of the students match.
 */
const broad = 0.25;

/** The query of a list. */
export function studentQuery(tenantId: string, given: StudentFilter & { sort?: string | undefined }) {
  const { search, templateId, country, endFrom, endTo, sort: sorted } = given;
  const words = foldKey(search ?? '');
  const states = statesOf(given);
  const isFiltered = [states, templateId, country, endFrom, endTo].some((value) => value !== undefined);
  const filter: Record<string, unknown> = {
    tenantId,
    ...(words !== '' && { $and: searchFilter('searchKey', words) }),
    ...(states && { certification: { $in: [...states] } }),
    ...(templateId !== undefined && { templateId: templateId === noTemplate ? null : templateId }),
    ...(country !== undefined && { country }),
    ...((endFrom ?? endTo) !== undefined && {
      endDate: { ...(endFrom && { $gte: endFrom }), ...(endTo && { $lte: endTo }) },
    }),
  };
  const sort = withLowest(readSort(sorted, sorts, newestFirst));
  const ordered = declaredIndex(studentEntity, ['tenantId', sort.field, '_id']);
  const narrow = isFiltered ? byFilter : words === '' ? undefined : bySearch;
  return {
    /** Identifies what is counted; empty for all students. */
    key: narrow && JSON.stringify([words, states, templateId, country, endFrom, endTo]),
    filter,
    states,
    sort,
    /** The index of the list's sort order. */
    ordered,
    /** The index of the search or filter; `undefined` for a list of all students. */
    narrow,
    indexFor: ({ total, allStudents }: Counts) => (total > allStudents * broad ? ordered : narrow),
  };
}

export type StudentsQuery = ReturnType<typeof studentQuery>;

/** Counts the students that a query matches, from indexes only. `allStudents` gives the count of all. */
export async function countStudents(
  rows: Pick<Rows<StudentRow>, 'countDocuments'>,
  { filter, states = certification.options, narrow }: Pick<StudentsQuery, 'filter' | 'states' | 'narrow'>,
  allStudents: () => Promise<Counts>,
): Promise<Counts> {
  const count = (which: Record<string, unknown>, index: DeclaredIndex | undefined) =>
    rows.countDocuments(which as Filter<StudentRow>, { index });
  const certified = states.filter(isCertified);
  const isPart = certified.length > 0 && certified.length < states.length;
  const [total, part, all] = await Promise.all([
    count(filter, narrow ?? byAge),
    isPart ? count({ ...filter, certification: { $in: certified } }, narrow ?? byFilter) : undefined,
    narrow && allStudents(),
  ]);
  return { total, certified: part ?? (certified.length === 0 ? 0 : total), allStudents: all?.total ?? total };
}

function withLowest(sort: Sort): Sort {
  const declared = (studentEntity.fields as Fields)[sort.field];
  return { ...sort, lowest: declared?.type.def.type === 'date' ? earliest : '' };
}
