import type { ReactNode } from 'react';
import { ClaimsContext, TenancyContext, useLoadedTenancy } from './useTenancy.ts';

/**
 * In every layout for signed-in people: provides their organizations and permissions, so that components below make no
 * request of their own.
 */
export function TenancyProvider({ children }: { children: ReactNode }) {
  const { tenancy, known } = useLoadedTenancy();
  return (
    <TenancyContext value={tenancy}>
      <ClaimsContext value={known}>{children}</ClaimsContext>
    </TenancyContext>
  );
}
