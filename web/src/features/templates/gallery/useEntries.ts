import { templatesApi } from '@sello/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { keepRows, keyOf } from '../../../api/reading.ts';
import { activeClient } from '../../../api/tenant-client.ts';
import { currentLanguage } from '../../../i18n/index.ts';

const pageSize = 24;

/** Entries of the catalog in the language of the interface and for every language, page by page. */
export function useEntries({ search, tag }: { search: string; tag: string }) {
  const query = {
    language: currentLanguage(),
    limit: pageSize,
    ...(search && { search }),
    ...(tag && { tag }),
  };
  const { call } = activeClient();
  const queryKey = keyOf(templatesApi, 'catalog-list', { ...query, paged: true });
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(templatesApi, 'catalog-list', {
        query: { ...query, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepRows(queryKey),
  });
}
