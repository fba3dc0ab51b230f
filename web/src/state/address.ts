import { isDay } from '@sello/contracts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** How a view is kept: its filters in the query of the address, the cursors of its pages in the entry of the history. */
export interface Addressing<View extends { cursors: unknown }> {
  /** What is invalid in the address or in the entry is ignored. */
  read: (query: URLSearchParams, state: unknown) => View;
  /** The query, without a question mark. */
  write: (view: View) => string;
}

/**
 * The view that the address names, and how to go to another. The addressing has to be the same object in every render.
 *
 * The next view is rendered before the user's next event. The router would render it at some later time, and two choices in
 * quick succession would both start from the first view: the second would undo the first.
 */
export function useAddressed<View extends { cursors: unknown }>({ read, write }: Addressing<View>) {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => read(query, state), [read, query, state]);
  const go = useCallback(
    (next: View, replace = false): void => {
      void navigate({ search: write(next) }, { replace, state: { cursors: next.cursors }, flushSync: true });
    },
    [navigate, write],
  );
  return { view, go };
}

/** A view whose pages are reached in order. */
interface Paged {
  /** Cursors of the previous pages and of this one; empty on the first page. */
  cursors: readonly string[];
}

/** The cursors that an entry of the history keeps, so that back and reload keep the page. */
export function cursorsOf(state: unknown): readonly string[] {
  const kept = (state as { cursors?: unknown } | null)?.cursors;
  return Array.isArray(kept) ? kept.filter((cursor) => typeof cursor === 'string') : [];
}

/** A list that is read page by page. Narrowing goes to its first page, without an entry of its own in the history. */
export function usePages<View extends Paged>(kept: Addressing<View>) {
  const { view, go } = useAddressed(kept);
  return {
    view,
    narrow: (change: Partial<Omit<View, 'cursors'>>) => go({ ...view, ...change, cursors: [] }, true),
    next: (cursor: string) => go({ ...view, cursors: [...view.cursors, cursor] }),
    previous: () => go({ ...view, cursors: view.cursors.slice(0, -1) }),
  };
}

/** The query with those fields of a view that have a value, each under its own name. */
export function queryWith<Name extends string>(names: readonly Name[], view: Record<Name, string>): string {
  const address = new URLSearchParams();
  for (const name of names) if (view[name]) address.set(name, view[name]);
  return address.toString();
}

/** A day in an address; empty if it is none. */
export const dayOr = (text: string): string => (isDay(text) ? text : '');

/** The local midnight that a day begins with, or the one some days later. */
export function startOf(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}
