import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { retrySession } from '../../auth/index.ts';
import { session } from '../../auth/session.ts';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { StaffHeader } from '../header/StaffHeader.tsx';
import { Closed } from './Closed.tsx';
import { Opening } from './Opening.tsx';
import { Unreachable } from './Unreachable.tsx';

/** Guards every staff page: requires a session and, unless `tenantless`, an organization with its permissions. */
export function Guard({ tenantless = false, children }: { tenantless?: boolean; children: ReactNode }) {
  const state = useStore(session);
  const { tenants, tenant, error } = useTenancy();
  const { claims, error: claimsError } = useClaims();
  const queries = useQueryClient();
  const pathTo = usePathTo();
  const retry = useCallback(() => {
    if (session.get().status === 'unreachable') void retrySession();
    else void queries.refetchQueries({ type: 'active' });
  }, [queries]);

  if (state.status === 'starting') return <Opening />;
  if (state.status === 'unreachable') return <Unreachable onRetry={retry} />;
  if (state.status === 'signed-out') return <Navigate to={pathTo('landing')} replace />;
  const fault = error ?? (tenant ? claimsError : null);
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
  if (!tenant) return <Navigate to={pathTo('onboarding')} replace />;
  if (claims?.closedAt) {
    return (
      <>
        <StaffHeader />
        <Closed name={tenant.name} at={claims.closedAt} />
      </>
    );
  }
  return claims ? children : <Opening name={tenant.name} />;
}
