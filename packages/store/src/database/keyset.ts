import { AppError } from '@sello/kit';
import type { DeclaredIndex } from './declared-index.ts';
import type { Page } from './page.ts';
import type { Filter, Table } from './table.ts';

export interface Sort {
  field: string;
  direction: 1 | -1;
  /** The smallest value of the field: with it the index skips absent values instead of scanning them. */
  lowest?: string | Date | undefined;
}

/**
 * Parses `name` or `-name` against the sorts that a list supports (name → stored field); an unknown one gives
 * `otherwise`.
 */
export function readSort(
  sort: string | undefined,
  offered: Readonly<Record<string, string>>,
  otherwise: Sort,
): Sort {
  const name = sort?.replace(/^-/, '') ?? '';
  if (sort === undefined || !Object.hasOwn(offered, name)) return otherwise;
  return { field: offered[name]!, direction: sort.startsWith('-') ? -1 : 1 };
}

/** One condition per word of a folded search: the field must contain it. */
export function searchFilter(field: string, words: string): Record<string, unknown>[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ [field]: { $regex: word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') } }));
}

/** A keyset cursor: the last row's sort value and id, opaque to the client and validated by `readCursor`. */
function writeCursor(sort: Sort, value: unknown, id: string): string {
  const kept = value instanceof Date ? { at: value.getTime() } : (value ?? null);
  return Buffer.from(JSON.stringify([sort.field, sort.direction, kept, id])).toString('base64url');
}

function readCursor(sort: Sort, cursor: string): { value: unknown; id: string } {
  try {
    const [field, direction, kept, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (field !== sort.field || direction !== sort.direction || typeof id !== 'string')
      throw new Error('sort');
    if (kept === null || typeof kept === 'string' || typeof kept === 'number') return { value: kept, id };
    const at = (kept as { at?: unknown }).at;
    if (typeof at !== 'number') throw new Error('value');
    return { value: new Date(at), id };
  } catch (error) {
    throw new AppError('invalid_payload', { details: { field: 'cursor' }, cause: error });
  }
}

/**
 * The filters of the rows after the cursor, as consecutive ranges: each is one index scan, which a single `$or` would
 * not be. Absent values count as null, which sorts before everything else.
 */
function rangesAfter(sort: Sort, cursor: string): Record<string, unknown>[] {
  const { field, direction, lowest } = sort;
  const { value, id } = readCursor(sort, cursor);
  const further = direction === 1 ? '$gt' : '$lt';
  const sameValue = { [field]: value, _id: { [further]: id } };
  if (value === null)
    return direction === 1
      ? [sameValue, { [field]: lowest === undefined ? { $ne: null } : { $gte: lowest } }]
      : [sameValue];
  const beyond = { [field]: { [further]: value } };
  return direction === 1 ? [sameValue, beyond] : [sameValue, beyond, { [field]: null }];
}

export interface KeysetQuery {
  filter: Record<string, unknown>;
  sort: Sort;
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Without a cursor: rows that are left out before the page. */
  skip?: number | undefined;
  isCounted?: boolean | undefined;
  projection?: Record<string, 0 | 1>;
  /** The index to read the page from. */
  index?: DeclaredIndex | undefined;
}

/**
 * A page by keyset pagination: concurrent inserts and deletes never shift it. `total` is the number of rows that the
 * filter matches, 0 when not counted.
 */
export async function findPage<Row extends { _id: string }>(
  table: Table<Row>,
  query: KeysetQuery,
): Promise<Page<Row>> {
  const { filter, sort, limit, isCounted = true } = query;
  const [found, total] = await Promise.all([
    findRows(table, query),
    isCounted ? table.rows.countDocuments(filter as Filter<Row>) : 0,
  ]);
  const items = limit === undefined ? found : found.slice(0, limit);
  const last = items.at(-1);
  const more = last !== undefined && found.length > items.length;
  return {
    items,
    total,
    nextCursor: more ? writeCursor(sort, (last as Record<string, unknown>)[sort.field], last._id) : null,
  };
}

/** Reads one row more than the page holds, to know whether there is a next page. */
async function findRows<Row extends { _id: string }>(
  table: Table<Row>,
  { filter, sort, limit, cursor, skip = 0, projection, index }: KeysetQuery,
): Promise<Row[]> {
  const order = { [sort.field]: sort.direction, _id: sort.direction };
  const read = (range: Record<string, unknown>): Promise<Row[]> => {
    const narrowed = cursor === undefined ? filter : { $and: [filter, range] };
    const from = cursor === undefined ? skip : 0;
    const rows = table.rows
      .find(narrowed as Filter<Row>, { projection, index })
      .sort(order)
      .skip(from);
    return (limit === undefined ? rows : rows.limit(limit + 1)).toArray();
  };
  // Few rows share the cursor's value: those and the following range are read in parallel.
  const [same = {}, beyond, absent] = cursor === undefined ? [] : rangesAfter(sort, cursor);
  const found = (await Promise.all([read(same), beyond ? read(beyond) : []])).flat();
  const isShort = limit === undefined || found.length <= limit;
  if (absent && isShort) found.push(...(await read(absent)));
  return limit === undefined ? found : found.slice(0, limit + 1);
}
