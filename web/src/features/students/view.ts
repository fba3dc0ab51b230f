import type { Certification, StudentFilter } from '@sello/contracts';
import { useMemo } from 'react';
import { dayOr, useAddressed } from '../../state/address.ts';
import { certifications, type SortField, sortable } from './sortable.declared.ts';

/** How many rows a page may have; the first is that of an address that names none. */
export const pageSizes = [25, 100, 500] as const;
export type PageSize = (typeof pageSizes)[number];

/** The filters as the fields show them; empty is no filter. Days are `YYYY-MM-DD`, both inclusive. */
export interface Filters {
  certification: Certification | '';
  /** An id, or `none`. */
  templateId: string;
  country: string;
  endFrom: string;
  endTo: string;
}

export interface View extends Filters {
  search: string;
  field: SortField;
  descending: boolean;
  size: PageSize;
  /** From 1. */
  page: number;
  /** The cursors of pages that were reached in order, by page: reading on by them is faster, and nothing is shifted. */
  cursors: Readonly<Record<number, string>>;
}

/** What narrows the list, as calls and rules take it. */
export type ListFilter = Omit<StudentFilter, 'certified'>;

export const noFilters: Filters = { certification: '', templateId: '', country: '', endFrom: '', endTo: '' };
/** The names of the filters in the address. */
const addressed = {
  certification: 'state',
  templateId: 'template',
  country: 'country',
  endFrom: 'from',
  endTo: 'to',
} as const satisfies Record<keyof Filters, string>;
const filterNames = Object.keys(noFilters) as (keyof Filters)[];

export const isFiltered = (view: Filters): boolean => filterNames.some((name) => view[name] !== '');
export const isNarrowed = (view: View): boolean => view.search !== '' || isFiltered(view);

export function filterOf(view: View): ListFilter {
  const filter: Record<string, string> = view.search ? { search: view.search } : {};
  for (const name of filterNames) if (view[name] !== '') filter[name] = view[name];
  return filter as ListFilter;
}

/** The list's state in the URL; what is invalid there is ignored. The history entry keeps the cursors of pages. */
export function readView(query: URLSearchParams, state: unknown): View {
  const given = (name: string): string => query.get(name) ?? '';
  const sort = query.get('sort') ?? 'fullName';
  const field = sortable.find((name) => name === sort.replace(/^-/, '')) ?? 'fullName';
  const kept = (state as { cursors?: unknown } | null)?.cursors;
  return {
    search: given('q'),
    certification: certifications.find((one) => one === given(addressed.certification)) ?? '',
    templateId: /^([0-9a-f]{24}|none)$/.test(given(addressed.templateId)) ? given(addressed.templateId) : '',
    country: given(addressed.country).slice(0, 100),
    endFrom: dayOr(given(addressed.endFrom)),
    endTo: dayOr(given(addressed.endTo)),
    field,
    descending: sort.startsWith('-'),
    size: pageSizes.find((size) => String(size) === query.get('rows')) ?? 25,
    page: /^[1-9]\d{0,4}$/.test(given('page')) ? Number(given('page')) : 1,
    cursors: cursorsOf(kept),
  };
}

function cursorsOf(kept: unknown): Record<number, string> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, cursor]) => typeof cursor === 'string'));
}

export function addressOf(view: View): string {
  const address = new URLSearchParams();
  if (view.search) address.set('q', view.search);
  for (const name of filterNames) if (view[name]) address.set(addressed[name], view[name]);
  const sort = `${view.descending ? '-' : ''}${view.field}`;
  if (sort !== 'fullName') address.set('sort', sort);
  if (view.size !== 25) address.set('rows', String(view.size));
  if (view.page > 1) address.set('page', String(view.page));
  return address.toString();
}

export function queryOf(
  view: View,
): ListFilter & { sort: string; limit: number; cursor?: string; page?: number } {
  const cursor = view.cursors[view.page];
  return {
    ...filterOf(view),
    sort: `${view.descending ? '-' : ''}${view.field}`,
    limit: view.size,
    ...(cursor ? { cursor } : view.page > 1 ? { page: view.page } : {}),
  };
}

const addressing = { read: readView, write: addressOf };
export function useView(): {
  view: View;
  narrow: (change: Partial<Filters & { search: string }>) => void;
  setSort: (field: SortField) => void;
  setSize: (size: PageSize) => void;
  /** With the cursor of the page, where it is known. */
  goTo: (page: number, cursor?: string) => void;
  /** Another page in place of this one, which is not there. */
  replacePage: (page: number) => void;
} {
  const { view, go } = useAddressed(addressing);
  return useMemo(() => {
    const first = { page: 1, cursors: {} };
    return {
      view,
      narrow: (change) => go({ ...view, ...change, ...first }, true),
      setSort: (field) =>
        go({ ...view, field, descending: field === view.field && !view.descending, ...first }, true),
      setSize: (size) => go({ ...view, size, ...first }, true),
      goTo: (page, cursor) =>
        go({ ...view, page, cursors: cursor ? { ...view.cursors, [page]: cursor } : view.cursors }),
      replacePage: (page) => go({ ...view, page, cursors: {} }, true),
    };
  }, [view, go]);
}
