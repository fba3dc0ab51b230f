import type { MailPause, Tenant } from '@sello/contracts';
import { createContext, useContext } from 'react';
import type { Claims } from '../auth/claims.ts';
import { holds } from '../auth/permissions.ts';
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

/** Filled by the `TenancyProvider` that stands around every page. */
export const TenancyContext = createContext<Tenancy | null>(null);
export const ClaimsContext = createContext<KnownClaims | null>(null);

function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('No TenancyProvider stands around this');
  return value;
}

/** The person's organizations and the one this window works in. `tenants` is undefined until the list is there. */
export function useTenancy(): Tenancy {
  return known(useContext(TenancyContext));
}

/** What the person may do in the active tenant, fetched anew for each tenant; undefined while it is on its way. */
export function useClaims(): KnownClaims {
  return known(useContext(ClaimsContext));
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
