import { type BatchFilterState, type BatchKind, batchFilterState, batchKind } from '@sello/contracts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

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

/** The cursors that a history entry keeps, so that back and reload keep the page. */
export function cursorsOf(state: unknown): readonly string[] {
  const kept = (state as { cursors?: unknown } | null)?.cursors;
  return Array.isArray(kept) ? kept.filter((cursor) => typeof cursor === 'string') : [];
}

const dayOr = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(startOf(text).getTime()) ? text : '';

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

/** The local midnight that a day begins with, or the one some days later. */
function startOf(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
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

export function useView() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => readView(query, state), [query, state]);
  const go = useCallback(
    (next: View, replace = false): void => {
      const address = new URLSearchParams();
      for (const name of names) if (next[name]) address.set(name, next[name]);
      void navigate({ search: address.toString() }, { replace, state: { cursors: next.cursors } });
    },
    [navigate],
  );
  return {
    view,
    narrow: (change: Partial<Narrowed>) => go({ ...view, ...change, cursors: [] }, true),
    next: (cursor: string) => go({ ...view, cursors: [...view.cursors, cursor] }),
    previous: () => go({ ...view, cursors: view.cursors.slice(0, -1) }),
  };
}
