import { type Student, studentsApi } from '@sello/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/index.ts';

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
  const [found, setFound] = useState(nothing);
  const asked = useRef(0);
  const fetch = useCallback(async (of: string, before: FoundStudents | null): Promise<void> => {
    asked.current += 1;
    const own = asked.current;
    setFound((now) => ({ ...now, state: 'loading' }));
    const cursor = before?.nextCursor;
    try {
      const query = { limit: pageSize, ...(of && { search: of }), ...(cursor && { cursor }) };
      const page = await call(studentsApi, 'list', { query });
      // A later search may have been answered already.
      if (own !== asked.current) return;
      const students = [...(before?.students ?? []), ...page.items];
      setFound({ state: 'ready', students, total: page.total, nextCursor: page.nextCursor });
    } catch (error) {
      if (own === asked.current) setFound((now) => ({ ...now, state: 'failed', error }));
    }
  }, []);
  useEffect(() => {
    void fetch(search, null);
  }, [search, fetch]);
  return { ...found, fetchMore: () => void fetch(search, found.nextCursor === null ? null : found) };
}
