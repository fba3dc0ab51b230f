import { type BatchFilterState, type BatchKind, batchFilterState, batchKind } from '@sello/contracts';
import { dayOr } from '../../../state/address.ts';
import { startOf } from '../../../state/local-day.ts';
import { cursorsOf, queryWith, usePages } from '../../../state/pages.ts';

export const pageSize = 25;

/** The filters as the form shows them. Days are `YYYY-MM-DD` in the local time zone, both inclusive; empty is no filter. */
export interface Narrowed {
  kind: BatchKind | '';
  state: BatchFilterState | '';
  /** The id of the person who started them. */
  by: string;
  from: string;
  to: string;
}
export interface View extends Narrowed {
  /** Cursors of the previous pages and of this one; empty on the first page. */
  cursors: readonly string[];
}

export const everything: Narrowed = { kind: '', state: '', by: '', from: '', to: '' };
const names = Object.keys(everything) as (keyof Narrowed)[];

export const isNarrowed = (view: Narrowed): boolean => names.some((name) => view[name] !== '');

/** The list's state in the URL; invalid values are ignored. */
function readView(query: URLSearchParams, state: unknown): View {
  const given = (name: keyof Narrowed): string => query.get(name) ?? '';
  return {
    kind: batchKind.options.find((kind) => kind === given('kind')) ?? '',
    state: batchFilterState.options.find((one) => one === given('state')) ?? '',
    by: /^[0-9a-f]{24}$/.test(given('by')) ? given('by') : '',
    from: dayOr(given('from')),
    to: dayOr(given('to')),
    cursors: cursorsOf(state),
  };
}

/** The query of the list. */
export function queryOf({ kind, state, by, from, to, cursors }: View) {
  const cursor = cursors.at(-1);
  return {
    limit: pageSize,
    ...(kind && { kind }),
    ...(state && { state }),
    ...(by && { createdBy: by }),
    ...(from && { from: startOf(from).toISOString() }),
    ...(to && { before: startOf(to, 1).toISOString() }),
    ...(cursor && { cursor }),
  };
}

const addressing = { read: readView, write: (view: View) => queryWith(names, view) };
export const useView = () => usePages(addressing);
