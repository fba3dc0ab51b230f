import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { offline } from '../state/connection.ts';
import { ApiError, NETWORK_ERROR } from './client.ts';

/** Errors which mean that the cached permissions of the person are out of date. */
const outdated = new Set(['forbidden', 'not_member', 'not_admin', 'super_admin_required', 'mail_paused']);

function refetchPermissions(error: unknown): void {
  if (!(error instanceof ApiError) || !outdated.has(error.code)) return;
  void queryClient.invalidateQueries({ queryKey: ['rpc'] });
  void queryClient.invalidateQueries({ queryKey: ['tenants', 'my'] });
}

/**
 * Calls are made whether or not the browser takes itself for connected: paused ones would neither end nor be cancelled. Reads
 * are retried once after a network error or 5xx, not without a connection; other errors are final. What failed without a
 * connection is read again when it is back.
 */
export const queryClient: QueryClient = new QueryClient({
  // The permission queries themselves are excluded: invalidating them on their own errors would loop.
  queryCache: new QueryCache({
    onError: (error, query) => {
      const [resource, key] = query.queryKey;
      if (resource !== 'rpc' && !(resource === 'tenants' && key === 'my')) refetchPermissions(error);
    },
  }),
  mutationCache: new MutationCache({ onError: refetchPermissions }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (count, error) =>
        count < 1 &&
        !offline.get() &&
        error instanceof ApiError &&
        (error.code === NETWORK_ERROR || error.status >= 500),
      retryDelay: 800,
    },
    mutations: { networkMode: 'always' },
  },
});
