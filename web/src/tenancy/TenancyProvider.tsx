import { rpcApi, tenantsApi } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { reading } from '../api/index.ts';
import { currentUser, session } from '../auth/session.ts';
import { activeTenant, setActiveTenant } from '../state/activeTenant.ts';
import { useStore } from '../state/store.ts';
import { chooseTenant } from './choose.ts';
import { ClaimsContext, TenancyContext } from './useTenancy.ts';

const askedAgain = new Error('asked again');

/** Why there is nothing to show; while it is asked for once more, the former failure still stands. */
function faultOf(query: { data: unknown; error: Error | null; errorUpdateCount: number }): Error | null {
  if (query.data !== undefined) return null;
  return query.error ?? (query.errorUpdateCount > 0 ? askedAgain : null);
}

/** Asks for the person's organizations and rights, once for the whole page: a row that needs them asks nothing itself. */
export function TenancyProvider({ children }: { children: ReactNode }) {
  const user = currentUser(useStore(session));
  const stored = useStore(activeTenant);
  const list = useQuery({
    ...reading(tenantsApi, 'my', {}),
    // The list belongs to the person, whichever tenant is active.
    queryKey: ['tenants', 'my', {}, user?.id],
    enabled: user !== undefined,
    staleTime: 60_000,
  });
  const tenants = list.data;
  const tenant = tenants && chooseTenant(tenants, stored);
  useEffect(() => {
    if (tenants && (tenant?._id ?? null) !== stored) setActiveTenant(tenant?._id ?? null);
  }, [tenants, tenant, stored]);

  const body = { user_uuid: user?.id ?? '', tenant_uuid: tenant?._id ?? null };
  const rights = useQuery({
    ...reading(rpcApi, 'get_all_user_data', { body }),
    queryKey: ['rpc', 'get_all_user_data', body, tenant?._id],
    enabled: user !== undefined && tenant !== undefined,
    staleTime: 60_000,
    // The socket says when a pause ends; without one, as a closed organization has none, it is asked for.
    refetchInterval: ({ state: { data: known } }) =>
      known?.closedAt ? 10_000 : known?.mailPause ? 30_000 : false,
  });
  useAskedAnewOnEachPage();

  const error = faultOf(list);
  const tenancy = useMemo(() => ({ tenants, tenant, error }), [tenants, tenant, error]);
  const claims = rights.data;
  const claimsError = faultOf(rights);
  const known = useMemo(() => ({ claims, error: claimsError }), [claims, claimsError]);
  return (
    <TenancyContext value={tenancy}>
      <ClaimsContext value={known}>{children}</ClaimsContext>
    </TenancyContext>
  );
}

/** What is a minute old is asked for with the next page: rights change while somebody works. */
function useAskedAnewOnEachPage(): void {
  const { pathname } = useLocation();
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what it is asked anew for.
  useEffect(() => {
    const old = { type: 'active', stale: true } as const;
    void queries.refetchQueries({ ...old, queryKey: ['tenants', 'my'] });
    void queries.refetchQueries({ ...old, queryKey: ['rpc', 'get_all_user_data'] });
  }, [pathname, queries]);
}
