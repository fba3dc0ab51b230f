import type { ReactNode } from 'react';
import { ClaimsContext, TenancyContext, useAskedTenancy } from './useTenancy.ts';

/** Stands in every frame: what is below it knows the person's organizations and rights, and asks nothing for that. */
export function TenancyProvider({ children }: { children: ReactNode }) {
  const { tenancy, known } = useAskedTenancy();
  return (
    <TenancyContext value={tenancy}>
      <ClaimsContext value={known}>{children}</ClaimsContext>
    </TenancyContext>
  );
}
