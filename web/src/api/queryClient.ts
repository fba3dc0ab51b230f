import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, NETWORK_ERROR } from './client.ts';

/** Errors which mean that the cached permissions of the person are out of date. */
const outdated = new Set(['forbidden', 'not_member', 'not_admin', 'super_admin_required', 'mail_paused']);

function refetchPermissions(error: unknown): void {
  if (!(error instanceof ApiError) || !outdated.has(error.code)) return;
  void queryClient.invalidateQueries({ queryKey: ['rpc'] });
  void queryClient.invalidateQueries({ queryKey: ['tenants', 'my'] });
}

/** Retries network errors and 5xx once; other errors are final. */
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
      staleTime: 5_000,
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && (error.code === NETWORK_ERROR || error.status >= 500),
      retryDelay: 800,
    },
  },
});
