import { type AuditFilters, type AuditKind, auditKind, platformActor } from '@sello/contracts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export const pageSize = 25;

/** The filters as the form shows them. Days are `YYYY-MM-DD` in the local time zone, both inclusive; empty is no filter. */
export interface Narrowed {
  person: string;
  kind: AuditKind | '';
  from: string;
  to: string;
  words: string;
}
export interface View extends Narrowed {
  /** Cursors of the previous pages and of this one; empty on the first page. */
  cursors: readonly string[];
}

export const everything: Narrowed = { person: '', kind: '', from: '', to: '', words: '' };
const names = Object.keys(everything) as (keyof Narrowed)[];

export const isNarrowed = (view: Narrowed): boolean => names.some((name) => view[name] !== '');

/** The day, or empty for what is none of the calendar, such as the 30th of February. */
function dayOr(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return '';
  const [, month, date] = text.split('-').map(Number);
  const day = startOf(text);
  return day.getMonth() + 1 === month && day.getDate() === date ? text : '';
}

/** The list's state in the URL; invalid values are ignored. */
export function readView(query: URLSearchParams, state: unknown): View {
  const given = (name: keyof Narrowed): string => query.get(name) ?? '';
  const kept = (state as { cursors?: unknown } | null)?.cursors;
  const person = given('person');
  return {
    person: person === platformActor || /^[0-9a-f]{24}$/.test(person) ? person : '',
    kind: auditKind.options.find((kind) => kind === given('kind')) ?? '',
    from: dayOr(given('from')),
    to: dayOr(given('to')),
    words: given('words').slice(0, 200),
    cursors: Array.isArray(kept) ? kept.filter((cursor) => typeof cursor === 'string') : [],
  };
}

/** The local midnight that a day begins with, or the one some days later. */
function startOf(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

/** The filters of the calls. */
export function filtersOf(tenantId: string, { person, kind, from, to, words }: Narrowed): AuditFilters {
  return {
    tenantId,
    ...(person && { person }),
    ...(kind && { kind }),
    ...(from && { from: startOf(from).toISOString() }),
    ...(to && { to: startOf(to, 1).toISOString() }),
    ...(words && { search: words }),
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
