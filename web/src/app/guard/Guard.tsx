import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { retrySession } from '../../auth/index.ts';
import { decide } from '../../auth/permissions.ts';
import { interrupted, session } from '../../auth/session.ts';
import { needTexts } from '../../i18n/index.ts';
import { setActiveTenant } from '../../state/activeTenant.ts';
import { useStore } from '../../state/useStore.ts';
import { matchPath } from '../../tenancy/paths.ts';
import { usePathTo, useRoutes } from '../../tenancy/routes.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { useNavigation } from '../../ui/link/navigation.ts';
import { StaffHeader } from '../header/StaffHeader.tsx';
import { matchRoute } from '../routes/match.ts';
import { Opening } from './Opening.tsx';
import { SignedOut } from './SignedOut.tsx';
import { Unreachable } from './Unreachable.tsx';

const Shut = lazy(async () => {
  const [{ Shut }] = await Promise.all([import('./Shut.tsx'), needTexts(['ending'])]);
  return { default: Shut };
});
const WithoutOrganization = lazy(async () => ({
  default: (await import('./WithoutOrganization.tsx')).WithoutOrganization,
}));

/**
 * Guards every staff page: requires a session and, unless `tenantless`, an organization with its permissions: that of
 * the URL if it names one. A screen that shows nothing of an organization opens without one for those who may see it.
 */
export function Guard({ tenantless = false, children }: { tenantless?: boolean; children: ReactNode }) {
  const state = useStore(session);
  const isInterrupted = useStore(interrupted);
  const { tenants, tenant, error } = useTenancy();
  const { claims, error: claimsError } = useClaims();
  const queries = useQueryClient();
  const pathTo = usePathTo();
  const { pathname } = useNavigation();
  const route = matchRoute(useRoutes(), pathname);
  // The organization in the URL becomes the active one.
  const wantedId = route && matchPath(route.path, pathname)?.tenantId;
  const wanted = tenants?.find(({ _id }) => _id === wantedId);
  useEffect(() => {
    if (wanted) setActiveTenant(wanted._id);
  }, [wanted]);
  const retry = useCallback(() => {
    if (session.get().status === 'unreachable') void retrySession();
    else void queries.refetchQueries({ type: 'active' });
  }, [queries]);

  // What was opened stays while the server does not answer: somebody may have typed something in it.
  const wasOpened = useRef(false);
  if (state.status === 'signed-out') wasOpened.current = false;
  if (state.status === 'unreachable' && wasOpened.current) return children;
  if (state.status === 'starting') return <Opening />;
  if (state.status === 'unreachable') return <Unreachable onRetry={retry} />;
  if (state.status === 'signed-out' && isInterrupted) return <SignedOut />;
  if (state.status === 'signed-out') return <Navigate to={pathTo('landing')} replace />;
  const needsClaims = tenant !== undefined || (!tenantless && route?.tenantless === true);
  const fault = error ?? (needsClaims ? claimsError : null);
  if (fault) {
    return (
      <>
        <StaffHeader />
        <Unreachable onRetry={retry} {...(fault instanceof ApiError ? { code: fault.code } : {})} />
      </>
    );
  }
  if (!tenants) return <Opening />;
  if (tenantless) return children;
  if (!tenant) {
    const verdict = route?.tenantless ? decide(claims, route.needs ?? {}) : 'denied';
    if (verdict === 'loading') return <Opening />;
    if (verdict === 'pass') return children;
    return (
      <Suspense fallback={<Opening />}>
        <WithoutOrganization />
      </Suspense>
    );
  }
  // The effect above has not run yet: nothing of the former organization is shown under this URL.
  if (wanted && wanted._id !== tenant._id) return <Opening name={wanted.name} />;
  if ((tenant.deletion || claims?.closedAt) && !route?.tenantless) {
    return (
      <>
        <StaffHeader />
        <Suspense fallback={<Opening name={tenant.name} />}>
          <Shut />
        </Suspense>
      </>
    );
  }
  if (!claims) return <Opening name={tenant.name} />;
  wasOpened.current = true;
  return children;
}
