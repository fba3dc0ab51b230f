import type { QueryClient, QueryKey } from '@tanstack/react-query';

interface Row {
  _id: string;
}

/** What `page` of contracts answers, as far as its rows go. */
interface Page {
  items: Row[];
  total?: number;
}

/**
 * Shows a saved record in the lists that are in memory, before they are read again: what is done next with its row is done
 * with what was saved. A letter to the address before would be refused, and a form would show, and save, the values before.
 */
export function showSaved(queries: QueryClient, list: QueryKey, saved: Row): void {
  queries.setQueriesData<Page>({ queryKey: list }, (page) =>
    page ? { ...page, items: page.items.map((known) => (known._id === saved._id ? saved : known)) } : page,
  );
}

/** Takes the rows of records that are gone out of the lists in memory, before those are read again. */
export function showGone(queries: QueryClient, list: QueryKey, ids: readonly string[]): void {
  queries.setQueriesData<Page>({ queryKey: list }, (page) => {
    if (!page) return page;
    const items = page.items.filter(({ _id }) => !ids.includes(_id));
    const { total } = page;
    return {
      ...page,
      items,
      ...(total !== undefined && { total: total - page.items.length + items.length }),
    };
  });
}
