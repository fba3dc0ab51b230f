import { type AuditFilters, type AuditKind, auditKind, platformActor } from '@sello/contracts';
import { dayOr } from '../../../state/address.ts';
import { startOf } from '../../../state/local-day.ts';
import { cursorsOf, queryWith, usePages } from '../../../state/pages.ts';

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

/** The list's state in the URL; invalid values are ignored. */
export function readView(query: URLSearchParams, state: unknown): View {
  const given = (name: keyof Narrowed): string => query.get(name) ?? '';
  const person = given('person');
  return {
    person: person === platformActor || /^[0-9a-f]{24}$/.test(person) ? person : '',
    kind: auditKind.options.find((kind) => kind === given('kind')) ?? '',
    from: dayOr(given('from')),
    to: dayOr(given('to')),
    words: given('words').slice(0, 200),
    cursors: cursorsOf(state),
  };
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

const addressing = { read: readView, write: (view: View) => queryWith(names, view) };
export const useView = () => usePages(addressing);
