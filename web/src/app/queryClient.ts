import { QueryClient } from '@tanstack/react-query';
import { ApiError, NETWORK_ERROR } from '../api/client.ts';

/** A fault of the line or of the server is worth one more try; a refusal is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && (error.code === NETWORK_ERROR || error.status >= 500),
      retryDelay: 800,
    },
  },
});
