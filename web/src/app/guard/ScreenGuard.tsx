import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { decide, type Need } from '../../auth/permissions.ts';
import { setActiveTenant } from '../../state/activeTenant.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { Missing } from '../../ui/state/Missing.tsx';
import { Denied } from './Denied.tsx';

/**
 * Guards one screen: the organization in the URL, if there is one, becomes the active one, and the screen's needs are
 * checked against the person's permissions there.
 */
export function ScreenGuard({ needs, children }: { needs: Need; children: ReactNode }) {
  const { t } = useTranslation();
  const { tenantId } = useParams();
  const { tenants = [], tenant } = useTenancy();
  const { claims } = useClaims();
  const isListed = tenants.some(({ _id }) => _id === tenantId);
  useEffect(() => {
    if (isListed && tenantId !== undefined) setActiveTenant(tenantId);
  }, [isListed, tenantId]);
  if (tenantId !== undefined) {
    if (!isListed)
      return <Missing title={t('errors.tenant_not_found')}>{t('errors.tenantNotFoundText')}</Missing>;
    // The effect above makes the organization of the URL the active one; its permissions are known one render later.
    if (tenant?._id !== tenantId) return null;
  }
  const verdict = decide(claims, needs);
  if (verdict === 'loading') return null;
  // No permission opens a screen of super admins, so none is named.
  return verdict === 'pass' ? (
    children
  ) : (
    <Denied permission={needs.superAdmin ? undefined : needs.permission} />
  );
}
