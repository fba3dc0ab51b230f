import { AppError } from '@sello/kit';
import type { Page } from './page.ts';
import type { Filter, Table } from './table.ts';

interface Sort {
  field: string;
  direction: 1 | -1;
}

/** Reads `name` or `-name` against the sorts a list offers (name → stored field). */
export function readSort(
  sort: string | undefined,
  offered: Readonly<Record<string, string>>,
  otherwise: Sort,
): Sort {
  const name = sort?.replace(/^-/, '') ?? '';
  if (sort === undefined || !Object.hasOwn(offered, name)) return otherwise;
  return { field: offered[name]!, direction: sort.startsWith('-') ? -1 : 1 };
}

/** Each word of a search, already folded, must occur in the field. */
export function searchFilter(field: string, words: string): Record<string, unknown>[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ [field]: { $regex: word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') } }));
}

/** A position in a sorted list: the last row's sorted value and id. Text for the caller, checked when it comes back. */
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

/** What comes after the cursor. Absent values count as null, which sorts before everything else. */
function after(sort: Sort, cursor: string): Record<string, unknown> {
  const { value, id } = readCursor(sort, cursor);
  const further = sort.direction === 1 ? '$gt' : '$lt';
  if (sort.field === '_id') return { _id: { [further]: id } };
  const sameValue = { [sort.field]: value, _id: { [further]: id } };
  if (value === null)
    return sort.direction === 1 ? { $or: [{ [sort.field]: { $ne: null } }, sameValue] } : sameValue;
  const beyond = { [sort.field]: { [further]: value } };
  return { $or: sort.direction === 1 ? [beyond, sameValue] : [beyond, { [sort.field]: null }, sameValue] };
}

export interface KeysetQuery {
  filter: Record<string, unknown>;
  sort: Sort;
  limit?: number | undefined;
  cursor?: string | undefined;
  isCounted?: boolean | undefined;
  projection?: Record<string, 0 | 1>;
}

/** A page by its keys: rows that come or go elsewhere never shift it. `total` is what the filter matches. */
export async function findPage<Row extends { _id: string }>(
  table: Table<Row>,
  query: KeysetQuery,
): Promise<Page<Row>> {
  const { filter, sort, limit, cursor, projection, isCounted = true } = query;
  const narrowed = cursor === undefined ? filter : { $and: [filter, after(sort, cursor)] };
  const order: Record<string, 1 | -1> =
    sort.field === '_id' ? { _id: sort.direction } : { [sort.field]: sort.direction, _id: sort.direction };
  let find = table.rows.find(narrowed as Filter<Row>, projection ? { projection } : {}).sort(order);
  if (limit !== undefined) find = find.limit(limit + 1);
  const [found, total] = await Promise.all([
    find.toArray() as unknown as Promise<Row[]>,
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
