import { type Student, studentsApi } from '@sello/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useStarted } from '../../state/useStarted.ts';
import { useEditor } from '../session/use-editor.ts';

/** How many students are fetched at once. */
const pageSize = 100;

export interface FoundStudents {
  state: 'loading' | 'ready' | 'failed';
  students: readonly Student[];
  total: number;
  nextCursor: string | null;
  error?: unknown;
}

const nothing: FoundStudents = { state: 'loading', students: [], total: 0, nextCursor: null };

/** The students of the organization that a search finds, page by page. Those found before stay until the others are there. */
export function useStudents(search: string): FoundStudents & { fetchMore: () => void } {
  const { client } = useEditor();
  const [found, setFound] = useState(nothing);
  const { start } = useStarted();
  const fetch = useCallback(
    (of: string, before: FoundStudents | null): void => {
      setFound((now) => ({ ...now, state: 'loading' }));
      const cursor = before?.nextCursor;
      const query = { limit: pageSize, ...(of && { search: of }), ...(cursor && { cursor }) };
      start(
        (signal) => client.call(studentsApi, 'list', { query, signal }),
        (page) => {
          const students = [...(before?.students ?? []), ...page.items];
          setFound({ state: 'ready', students, total: page.total, nextCursor: page.nextCursor });
        },
        (error) => setFound((now) => ({ ...now, state: 'failed', error })),
      );
    },
    [client, start],
  );
  useEffect(() => fetch(search, null), [search, fetch]);
  return { ...found, fetchMore: () => fetch(search, found.nextCursor === null ? null : found) };
}
