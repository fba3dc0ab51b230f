import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../api/queryClient.ts';
import { onPerson } from '../auth/person.ts';
import { TenancyProvider } from './TenancyProvider.tsx';

// Another person, or none: nothing of the former one stays in memory.
onPerson(({ wasSomebody }) => wasSomebody && queryClient.clear());

/** The answers that the pages of those who are signed in share, and what they may do. The public ones do without. */
export function ServerState({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TenancyProvider>{children}</TenancyProvider>
    </QueryClientProvider>
  );
}
