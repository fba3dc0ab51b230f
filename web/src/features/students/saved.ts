import type { Student, studentsApi } from '@sello/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '../../api/client.ts';

type Page = Answer<(typeof studentsApi.calls)['list']>;

/**
 * Shows a saved student in the lists that are in memory, before they are read again: what is done next with their row is done
 * with what was saved. A letter to the address before would be refused, and the form would show, and save, the values before.
 */
export function showSaved(queries: QueryClient, saved: Student): void {
  queries.setQueriesData<Page>({ queryKey: ['students', 'list'] }, (page) =>
    page ? { ...page, items: page.items.map((known) => (known._id === saved._id ? saved : known)) } : page,
  );
}
