import { type MailPause, rpcApi, type Tenant, tenantsApi } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { reading } from '../api/reading.ts';
import { type Claims, readClaims } from '../auth/claims.ts';
import { holds } from '../auth/permissions.ts';
import { currentUser, session } from '../auth/session.ts';
import { activeTenant, setActiveTenant } from '../state/activeTenant.ts';
import { memory } from '../state/memory.ts';
import { useStore } from '../state/useStore.ts';
import { useNavigation } from '../ui/link/navigation.ts';
import { chooseTenant } from './choose.ts';
import { fillPath } from './paths.ts';
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

/** Provided by `TenancyProvider`. */
export const TenancyContext = createContext<Tenancy | null>(null);
export const ClaimsContext = createContext<KnownClaims | null>(null);

function provided<Value>(value: Value | null): Value {
  if (value === null) throw new Error('No TenancyProvider stands around this');
  return value;
}

/** The person's organizations and the active one. `tenants` is undefined until the list is loaded. */
export function useTenancy(): Tenancy {
  return provided(useContext(TenancyContext));
}

/**
 * The person's permissions in the active tenant: those of the access token, if it names that tenant, until the server
 * has answered for it; undefined while neither is known. Of people without an organization only super admins have any.
 */
export function useClaims(): KnownClaims {
  return provided(useContext(ClaimsContext));
}

/** Why the active tenant's e-mails are paused, for people who may send them; undefined while they are not paused. */
export function useMailPause(): MailPause | undefined {
  const { claims } = useClaims();
  return claims && holds(claims, 'emails.send_bulk') ? claims.mailPause : undefined;
}

/**
 * The first screen that a signed-in person may see; undefined while it is not known, or if there is none. People without
 * an organization get `open`, which leads them on as the guard does.
 */
export function useFirstScreen(): Place | undefined {
  const { tenants } = useTenancy();
  const { claims } = useClaims();
  const routes = useRoutes();
  if (tenants?.length === 0) return { to: fillPath(routes.open.path), labelKey: routes.open.labelKey };
  return claims && firstScreen(routes, claims);
}

const refetching = new Error('asked again');

/** The error of a query without data; it stays during a refetch. */
function faultOf(query: { data: unknown; error: Error | null; errorUpdateCount: number }): Error | null {
  if (query.data !== undefined) return null;
  return query.error ?? (query.errorUpdateCount > 0 ? refetching : null);
}

interface Loaded {
  tenancy: Tenancy;
  known: KnownClaims;
}

const nothing: Loaded = {
  tenancy: { tenants: undefined, tenant: undefined, error: null },
  known: { claims: undefined, error: null },
};

/** Loads the person's organizations and permissions once for the whole layout. */
export function useLoadedTenancy(): Loaded {
  const state = useStore(session);
  const user = currentUser(state);
  const stored = useStore(activeTenant);
  const list = useQuery({
    ...reading(tenantsApi, 'my', {}),
    // The list belongs to the person and does not depend on the active tenant.
    queryKey: ['tenants', 'my', {}, user?.id],
    enabled: user !== undefined,
    staleTime: 60_000,
    // Another owner may restore it; a deleted organization has no socket.
    refetchInterval: ({ state: { data } }) => (data && chooseTenant(data, stored)?.deletion ? 10_000 : false),
  });
  const tenants = list.data;
  const tenant = tenants && chooseTenant(tenants, stored);
  useEffect(() => {
    if (tenants && (tenant?._id ?? null) !== stored) setActiveTenant(tenant?._id ?? null);
  }, [tenants, tenant, stored]);

  const body = { user_uuid: user?.id ?? '', tenant_uuid: tenant?._id ?? null };
  const rights = useQuery({
    ...reading(rpcApi, 'get_all_user_data', { body, tenantId: tenant?._id ?? null }),
    queryKey: ['rpc', 'get_all_user_data', body, tenant?._id],
    enabled: user !== undefined && tenants !== undefined,
    staleTime: 60_000,
    // The socket announces the end of a pause; without a socket, as for a closed organization, it is polled.
    refetchInterval: ({ state: { data: known } }) =>
      known?.closedAt ? 10_000 : known?.mailPause ? 30_000 : false,
  });
  useRefetchOnNavigation();

  const error = faultOf(list);
  const tenancy = useMemo(() => ({ tenants, tenant, error }), [tenants, tenant, error]);
  const accessToken = state.status === 'signed-in' ? state.accessToken : '';
  const ofToken = useMemo(() => readClaims(accessToken), [accessToken]);
  const isOfTenant = tenants !== undefined && ofToken?.tenantId === (tenant?._id ?? null);
  const wasPaused = useLastPause(tenant?._id, rights.data);
  const claims = rights.data ?? (isOfTenant && !wasPaused ? ofToken : undefined);
  const claimsError = claims ? null : faultOf(rights);
  const known = useMemo(() => ({ claims, error: claimsError }), [claims, claimsError]);
  // The effect above has not run yet: what is shown of an organization makes its calls in the active one.
  const isActive = tenants === undefined || (tenant?._id ?? null) === stored;
  const shown = useRef<Loaded>(nothing);
  if (isActive) shown.current = { tenancy, known };
  return shown.current;
}

/**
 * Whether the tenant's mail was paused at the last visit. The first screen then waits for the server's answer, since the
 * notice stands above it and would push it down.
 */
function useLastPause(tenantId: string | undefined, known: KnownOfTenant | undefined): boolean {
  const key = 'sello.mailPaused';
  useEffect(() => {
    if (tenantId !== undefined && known) memory.write(key, known.mailPause ? tenantId : null);
  }, [tenantId, known]);
  return tenantId !== undefined && memory.read(key) === tenantId;
}

/** Refetches data older than a minute on navigation: permissions can change at any time. */
function useRefetchOnNavigation(): void {
  const { pathname } = useNavigation();
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation is what triggers the refetch.
  useEffect(() => {
    const old = { type: 'active', stale: true } as const;
    void queries.refetchQueries({ ...old, queryKey: ['tenants', 'my'] });
    void queries.refetchQueries({ ...old, queryKey: ['rpc', 'get_all_user_data'] });
  }, [pathname, queries]);
}
