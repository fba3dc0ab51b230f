import type { IdentityKind } from '@sello/contracts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export const pageSize = 25;

export const identities = ['unproven', 'operator', 'domain'] as const satisfies readonly IdentityKind[];
export const pauses = ['true', 'false'] as const;

export interface View {
  search: string;
  identity: IdentityKind | '';
  paused: (typeof pauses)[number] | '';
  /** Cursors of the previous pages and of this one; empty on the first page. */
  cursors: readonly string[];
}

/** The list's state in the URL; invalid values are ignored. */
function readView(query: URLSearchParams, state: unknown): View {
  const kept = (state as { cursors?: unknown } | null)?.cursors;
  return {
    search: query.get('q') ?? '',
    identity: identities.find((kind) => kind === query.get('identity')) ?? '',
    paused: pauses.find((one) => one === query.get('paused')) ?? '',
    cursors: Array.isArray(kept) ? kept.filter((cursor) => typeof cursor === 'string') : [],
  };
}

export function queryOf({ search, identity, paused, cursors }: View) {
  const cursor = cursors.at(-1);
  return {
    ...(search ? { search } : {}),
    ...(identity ? { identity } : {}),
    ...(paused ? { paused } : {}),
    ...(cursor ? { cursor } : {}),
    limit: pageSize,
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
      if (next.search) address.set('q', next.search);
      if (next.identity) address.set('identity', next.identity);
      if (next.paused) address.set('paused', next.paused);
      void navigate({ search: address.toString() }, { replace, state: { cursors: next.cursors } });
    },
    [navigate],
  );
  return {
    view,
    narrow: (change: Partial<View>) => go({ ...view, ...change, cursors: [] }, true),
    next: (cursor: string) => go({ ...view, cursors: [...view.cursors, cursor] }),
    previous: () => go({ ...view, cursors: view.cursors.slice(0, -1) }),
  };
}
