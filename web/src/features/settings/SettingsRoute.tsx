import './settings.css';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { usePathTo } from '../../tenancy/routes.ts';
import { Missing } from '../../ui/state/Missing.tsx';
import { CertificatesTab } from './CertificatesTab.tsx';

/** `settings/{tenantId}/{tab}`: the organization is in the URL. */
export function SettingsRoute() {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const { tenantId = '', tab } = useParams();
  if (tab === undefined) return <Navigate to={pathTo('settings', { tenantId, tab: 'general' })} replace />;
  if (tab === 'certificates') return <CertificatesTab tenantId={tenantId} />;
  return <Missing title={t('settings.contentNotFound')}>{t('settings.contentNotFoundText')}</Missing>;
}
