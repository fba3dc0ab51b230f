import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, NETWORK_ERROR } from './client.ts';

/** Refusals that mean that what this window believes of the person's rights is out of date. */
const outdated = new Set(['forbidden', 'not_member', 'not_admin', 'super_admin_required', 'mail_paused']);

function lookAgain(error: unknown): void {
  if (!(error instanceof ApiError) || !outdated.has(error.code)) return;
  void queryClient.invalidateQueries({ queryKey: ['rpc'] });
  void queryClient.invalidateQueries({ queryKey: ['tenants', 'my'] });
}

/** A fault of the line or of the server is worth one more try; a refusal is an answer. */
export const queryClient: QueryClient = new QueryClient({
  // A refusal of these two is what was looked for; asking them again for it would never end.
  queryCache: new QueryCache({
    onError: (error, query) => {
      const [resource, key] = query.queryKey;
      if (resource !== 'rpc' && !(resource === 'tenants' && key === 'my')) lookAgain(error);
    },
  }),
  mutationCache: new MutationCache({ onError: lookAgain }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && (error.code === NETWORK_ERROR || error.status >= 500),
      retryDelay: 800,
    },
  },
});
