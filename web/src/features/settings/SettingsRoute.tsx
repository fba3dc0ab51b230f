import './settings.css';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { usePathTo } from '../../tenancy/routes.ts';
import { Empty } from '../../ui/state/State.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';
import { isTab, tabs } from './tabs.ts';

/** `settings/{tenantId}/{tab}`: the organization is in the URL. */
export function SettingsRoute() {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const { tenantId = '', tab } = useParams();
  if (tab === undefined) return <Navigate to={pathTo('settings', { tenantId, tab: 'general' })} replace />;
  if (!isTab(tab)) {
    return (
      <SettingsFrame tenantId={tenantId} title={t('settings.contentNotFound')}>
        <Empty title={t('settings.contentNotFound')}>{t('settings.contentNotFoundText')}</Empty>
      </SettingsFrame>
    );
  }
  const { titleKey, Content } = tabs[tab];
  return (
    <SettingsFrame tenantId={tenantId} title={t(titleKey)}>
      <Suspense fallback={<p className="skel" aria-busy="true" />}>
        <Content key={tenantId} tenantId={tenantId} />
      </Suspense>
    </SettingsFrame>
  );
}
