import { templatesApi } from '@sello/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../../api/index.ts';
import { activeClient, type TenantClient } from '../../../api/tenant-client.ts';
import { usePathTo } from '../../../tenancy/routes.ts';
import { useNavigation } from '../../../ui/link/navigation.ts';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { freeName } from './freeName.ts';

/** Makes a template of an entry of the catalog, with its thumbnail, and opens it. */
export function useCopy({ onDone, onError }: { onDone: () => void; onError: (error: unknown) => void }) {
  const queries = useQueryClient();
  const { navigate } = useNavigation();
  const pathTo = usePathTo();
  // Kept for another attempt, which must send the same: after a lost answer the name would be taken by the first one.
  const request = useRef<{ entryId: string; input: Awaited<ReturnType<typeof requestFor>> }>(undefined);
  return useSaving({
    mutationFn: async (entryId: string, signal) => {
      const client = activeClient();
      if (request.current?.entryId !== entryId) {
        request.current = { entryId, input: await requestFor(entryId, queries, client) };
      }
      return client.call(templatesApi, 'upsert', { ...request.current.input, signal });
    },
    onSuccess: ({ _id }) => {
      void queries.invalidateQueries({ queryKey: ['templates', 'list'] });
      onDone();
      navigate(pathTo('template', { templateId: _id }));
    },
    onError: (error) => {
      const isAnswered = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isAnswered) request.current = undefined;
      if (isAnswered && error.code === 'template_not_found') {
        void queries.invalidateQueries({ queryKey: ['templates', 'catalog-list'] });
      }
      onError(error);
    },
  });
}

async function requestFor(entryId: string, queries: QueryClient, { call, reading }: TenantClient) {
  const [entry, { items }] = await Promise.all([
    call(templatesApi, 'catalog-get', { query: { id: entryId } }),
    queries.fetchQuery(reading(templatesApi, 'list', { query: {} })),
  ]);
  if (entry === null) {
    const name = { resource: templatesApi.resource, key: 'catalog-get' };
    throw new ApiError('Template not found', { code: 'template_not_found', status: 404, call: name });
  }
  const { version, locale, dateStyle, timeZone, pages, variables, tags } = entry;
  const design = { version, locale, dateStyle, timeZone, pages, variables };
  const name = freeName(
    entry.name,
    items.map((template) => template.name),
  );
  return { body: { name, tags, thumbnail: entryId, ...design }, idempotencyKey: crypto.randomUUID() };
}
