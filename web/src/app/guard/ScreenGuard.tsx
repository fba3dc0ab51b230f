import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { decide, type Need } from '../../auth/permissions.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { Missing } from '../../ui/state/Missing.tsx';
import { Opening } from './Opening.tsx';

const Denied = lazy(async () => ({ default: (await import('./Denied.tsx')).Denied }));

/** Guards one screen: its needs are checked against the person's permissions in the organization of the URL. */
export function ScreenGuard({ needs, children }: { needs: Need; children: ReactNode }) {
  const { t } = useTranslation();
  const { tenantId } = useParams();
  const { tenants = [] } = useTenancy();
  const { claims } = useClaims();
  if (tenantId !== undefined && !tenants.some(({ _id }) => _id === tenantId))
    return <Missing title={t('errors.tenant_not_found')}>{t('errors.tenantNotFoundText')}</Missing>;
  const verdict = decide(claims, needs);
  if (verdict === 'loading') return <Opening />;
  // No permission opens a screen of super admins, so none is named.
  return verdict === 'pass' ? (
    children
  ) : (
    <Suspense fallback={<Opening />}>
      <Denied permission={needs.superAdmin ? undefined : needs.permission} />
    </Suspense>
  );
}
