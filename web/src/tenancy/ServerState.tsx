import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../api/queryClient.ts';
import { onPersonChange } from '../auth/person.ts';
import { TenancyProvider } from './TenancyProvider.tsx';

// The cache is cleared when the person changes or signs out.
onPersonChange(({ wasSomebody }) => wasSomebody && queryClient.clear());

/** The query cache and the permissions of signed-in people. Public pages do without. */
export function ServerState({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TenancyProvider>{children}</TenancyProvider>
    </QueryClientProvider>
  );
}
