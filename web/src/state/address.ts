import { isDay } from '@sello/contracts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

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
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => read(new URLSearchParams(search), state), [read, search, state]);
  const go = useCallback(
    (next: View, replace = false): void => {
      void navigate({ search: write(next) }, { replace, state: { cursors: next.cursors }, flushSync: true });
    },
    [navigate, write],
  );
  return { view, go };
}

/** A day in an address; empty if it is none. */
export const dayOr = (text: string): string => (isDay(text) ? text : '');
