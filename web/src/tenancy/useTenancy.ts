import { type MailPause, rpcApi, type Tenant, tenantsApi } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo } from 'react';
import { reading } from '../api/index.ts';
import type { Claims } from '../auth/claims.ts';
import { holds } from '../auth/permissions.ts';
import { currentUser, session } from '../auth/session.ts';
import { activeTenant, setActiveTenant } from '../state/activeTenant.ts';
import { useStore } from '../state/useStore.ts';
import { useNavigation } from '../ui/link/navigation.ts';
import { chooseTenant } from './choose.ts';
import { firstScreen, type Place, useRoutes } from './routes.ts';

interface Tenancy {
  tenants: readonly Tenant[] | undefined;
  tenant: Tenant | undefined;
  error: Error | null;
}

interface KnownOfTenant extends Claims {
  mailPause?: MailPause | undefined;
  closedAt?: string | undefined;
}

interface KnownClaims {
  claims: KnownOfTenant | undefined;
  error: Error | null;
}

/** Filled by the `TenancyProvider` of the frame that stands around a page. */
export const TenancyContext = createContext<Tenancy | null>(null);
export const ClaimsContext = createContext<KnownClaims | null>(null);

function given<Value>(value: Value | null): Value {
  if (value === null) throw new Error('No TenancyProvider stands around this');
  return value;
}

/** The person's organizations and the one this window works in. `tenants` is undefined until the list is there. */
export function useTenancy(): Tenancy {
  return given(useContext(TenancyContext));
}

/** What the person may do in the active tenant, fetched anew for each tenant; undefined while it is on its way. */
export function useClaims(): KnownClaims {
  return given(useContext(ClaimsContext));
}

/** Why the active tenant sends no e-mails for now; undefined while it may. For those who would send them. */
export function useMailPause(): MailPause | undefined {
  const { claims } = useClaims();
  return claims && holds(claims, 'emails.send_bulk') ? claims.mailPause : undefined;
}

/** Where a signed-in person's way leads: the first screen they may see. Undefined while it is not known, or none is. */
export function useFirstScreen(): Place | undefined {
  const { tenants } = useTenancy();
  const { claims } = useClaims();
  const routes = useRoutes();
  if (tenants?.length === 0) return { to: routes.onboarding.path, labelKey: routes.onboarding.labelKey };
  return claims && firstScreen(routes, claims);
}

const askedAgain = new Error('asked again');

/** Why there is nothing to show; while it is asked for once more, the former failure still stands. */
function faultOf(query: { data: unknown; error: Error | null; errorUpdateCount: number }): Error | null {
  if (query.data !== undefined) return null;
  return query.error ?? (query.errorUpdateCount > 0 ? askedAgain : null);
}

/** Asks for the person's organizations and rights: once for the whole frame, so that a row asks nothing itself. */
export function useAskedTenancy(): { tenancy: Tenancy; known: KnownClaims } {
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
  return { tenancy, known };
}

/** What is a minute old is asked for with the next page: rights change while somebody works. */
function useAskedAnewOnEachPage(): void {
  const { pathname } = useNavigation();
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what it is asked anew for.
  useEffect(() => {
    const old = { type: 'active', stale: true } as const;
    void queries.refetchQueries({ ...old, queryKey: ['tenants', 'my'] });
    void queries.refetchQueries({ ...old, queryKey: ['rpc', 'get_all_user_data'] });
  }, [pathname, queries]);
}
