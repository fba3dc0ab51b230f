import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type SortField, sortable } from './sortable.declared.ts';

/** How many rows a page may have; the first is that of an address that names none. */
export const pageSizes = [25, 100, 500] as const;
export type PageSize = (typeof pageSizes)[number];

export interface View {
  search: string;
  field: SortField;
  descending: boolean;
  size: PageSize;
  /** Cursors of the previous pages and of this one; empty on the first page. */
  cursors: readonly string[];
}

/** The list's state in the URL. Cursors are in the history entry, so that back and reload keep the page. */
export function readView(query: URLSearchParams, state: unknown): View {
  const sort = query.get('sort') ?? 'fullName';
  const field = sortable.find((name) => name === sort.replace(/^-/, '')) ?? 'fullName';
  const kept = (state as { cursors?: unknown } | null)?.cursors;
  return {
    search: query.get('q') ?? '',
    field,
    descending: sort.startsWith('-'),
    size: pageSizes.find((size) => String(size) === query.get('rows')) ?? 25,
    cursors: Array.isArray(kept) ? kept.filter((cursor) => typeof cursor === 'string') : [],
  };
}

export function queryOf(view: View): { search?: string; sort: string; limit: number; cursor?: string } {
  const cursor = view.cursors.at(-1);
  return {
    ...(view.search ? { search: view.search } : {}),
    sort: `${view.descending ? '-' : ''}${view.field}`,
    limit: view.size,
    ...(cursor ? { cursor } : {}),
  };
}

export function useView(): {
  view: View;
  setSearch: (search: string) => void;
  setSort: (field: SortField) => void;
  setSize: (size: PageSize) => void;
  next: (cursor: string) => void;
  previous: () => void;
} {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => readView(query, state), [query, state]);
  const go = useCallback(
    (next: View, replace = false): void => {
      const address = new URLSearchParams();
      if (next.search) address.set('q', next.search);
      const sort = `${next.descending ? '-' : ''}${next.field}`;
      if (sort !== 'fullName') address.set('sort', sort);
      if (next.size !== 25) address.set('rows', String(next.size));
      void navigate({ search: address.toString() }, { replace, state: { cursors: next.cursors } });
    },
    [navigate],
  );
  return useMemo(
    () => ({
      view,
      setSearch: (search) => go({ ...view, search, cursors: [] }, true),
      setSort: (field) =>
        go({ ...view, field, descending: field === view.field && !view.descending, cursors: [] }, true),
      setSize: (size) => go({ ...view, size, cursors: [] }, true),
      next: (cursor) => go({ ...view, cursors: [...view.cursors, cursor] }),
      previous: () => go({ ...view, cursors: view.cursors.slice(0, -1) }),
    }),
    [view, go],
  );
}
