import { type MailPause, rpcApi, type Tenant, tenantsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reading } from '../api/index.ts';
import type { Claims } from '../auth/claims.ts';
import { holds } from '../auth/permissions.ts';
import { currentUser, session } from '../auth/session.ts';
import { activeTenant, setActiveTenant } from '../state/activeTenant.ts';
import { useStore } from '../state/store.ts';
import { chooseTenant } from './choose.ts';
import { firstScreen, type Place, useRoutes } from './routes.ts';

/** Why there is nothing to show; while it is asked for once more, the former failure still stands. */
function faultOf(query: { data: unknown; error: Error | null; errorUpdateCount: number }): Error | null {
  if (query.data !== undefined) return null;
  return query.error ?? (query.errorUpdateCount > 0 ? new Error('asked again') : null);
}

/** The person's organizations and the one this window works in. `tenants` is undefined until the list is there. */
export function useTenancy(): {
  tenants: readonly Tenant[] | undefined;
  tenant: Tenant | undefined;
  error: Error | null;
} {
  const user = currentUser(useStore(session));
  const stored = useStore(activeTenant);
  const list = useQuery({
    ...reading(tenantsApi, 'my', {}),
    // The list belongs to the person, whichever tenant is active.
    queryKey: ['tenants', 'my', {}, user?.id],
    enabled: user !== undefined,
    staleTime: 60_000,
    // The page that says it failed asks the same again: it would start over at once, for ever.
    retryOnMount: false,
  });
  const tenant = list.data && chooseTenant(list.data, stored);
  useEffect(() => {
    if (list.data && (tenant?._id ?? null) !== stored) setActiveTenant(tenant?._id ?? null);
  }, [list.data, tenant, stored]);
  return { tenants: list.data, tenant, error: faultOf(list) };
}

interface KnownOfTenant extends Claims {
  mailPause?: MailPause | undefined;
  closedAt?: string | undefined;
}

/** What the person may do in the active tenant, fetched anew for each tenant; undefined while it is on its way. */
export function useClaims(): { claims: KnownOfTenant | undefined; error: Error | null } {
  const user = currentUser(useStore(session));
  const { tenant } = useTenancy();
  const body = { user_uuid: user?.id ?? '', tenant_uuid: tenant?._id ?? null };
  const data = useQuery({
    ...reading(rpcApi, 'get_all_user_data', { body }),
    queryKey: ['rpc', 'get_all_user_data', body, tenant?._id],
    enabled: user !== undefined && tenant !== undefined,
    staleTime: 60_000,
    // The socket says when a pause ends; without one, as a closed organization has none, it is asked for.
    refetchInterval: ({ state: { data: known } }) =>
      known?.closedAt ? 10_000 : known?.mailPause ? 30_000 : false,
    // The page that says it failed asks the same again: it would start over at once, for ever.
    retryOnMount: false,
  });
  return { claims: data.data, error: faultOf(data) };
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
