import type { Permission } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { retrySession } from '../../auth/index.ts';
import { decide } from '../../auth/permissions.ts';
import { session } from '../../auth/session.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { StaffHeader } from '../header/StaffHeader.tsx';
import { useStore } from '../store.ts';
import { Closed } from './Closed.tsx';
import { Denied } from './Denied.tsx';
import { Opening } from './Opening.tsx';
import { Unreachable } from './Unreachable.tsx';

/** Stands before every page of the staff: a session, and an organization with its permissions where one is needed. */
export function Guard({ tenantless = false, children }: { tenantless?: boolean; children: ReactNode }) {
  const state = useStore(session);
  const { tenants, tenant, error } = useTenancy();
  const { claims, error: claimsError } = useClaims();
  const queries = useQueryClient();
  const retry = useCallback(() => {
    if (session.get().status === 'unreachable') void retrySession();
    else void queries.refetchQueries({ type: 'active' });
  }, [queries]);

  if (state.status === 'starting') return <Opening />;
  if (state.status === 'unreachable') return <Unreachable onRetry={retry} />;
  if (state.status === 'signed-out') return <Navigate to="/" replace />;
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
  if (!tenant) return <Navigate to="/onboarding" replace />;
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

/** Shows a page to super admins, and to others that it is theirs alone. */
export function SuperAdminOnly({ children }: { children: ReactNode }) {
  const { claims } = useClaims();
  const verdict = decide(claims, { superAdmin: true });
  if (verdict === 'loading') return null;
  return verdict === 'pass' ? children : <Denied />;
}

/** Shows a page to those who hold its permission, and to others which one they lack. */
export function Permitted({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { claims } = useClaims();
  const verdict = decide(claims, { permission });
  if (verdict === 'loading') return null;
  return verdict === 'pass' ? children : <Denied permission={permission} />;
}
