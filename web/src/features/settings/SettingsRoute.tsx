import './settings.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { Permitted } from '../../app/guard/Guard.tsx';
import { setActiveTenant } from '../../tenancy/active.ts';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { CertificatesTab } from './CertificatesTab.tsx';

/** `settings/{tenantId}/{tab}`: the address names the organization; opening it makes that one the active one. */
export function SettingsRoute() {
  const { tenantId = '', tab } = useParams();
  const { tenants = [], tenant } = useTenancy();
  const listed = tenants.some(({ _id }) => _id === tenantId);
  useEffect(() => {
    if (listed) setActiveTenant(tenantId);
  }, [listed, tenantId]);
  if (!listed) return <Missing what="tenantNotFound" />;
  // One render later the organization of the address is the active one, and its permissions are what is asked for.
  if (tenant?._id !== tenantId) return null;
  if (tab === undefined) return <Navigate to={`/settings/${tenantId}/certificates`} replace />;
  return (
    <Permitted permission="settings.edit">
      {tab === 'certificates' ? <CertificatesTab tenantId={tenantId} /> : <Missing what="contentNotFound" />}
    </Permitted>
  );
}

function Missing({ what }: { what: 'tenantNotFound' | 'contentNotFound' }) {
  const { t } = useTranslation();
  return (
    <main className="wrap wrap--app denied" id="page" tabIndex={-1}>
      <PageTitle>{t(`settings.${what}`)}</PageTitle>
      <h1>{t(`settings.${what}`)}</h1>
      <p className="lead">{t(`settings.${what}Text`)}</p>
    </main>
  );
}
