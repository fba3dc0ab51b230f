import './general.css';
import { tenantsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { Broken } from '../../../ui/state/State.tsx';
import { EndOrganization } from '../ending/EndOrganization.tsx';
import { GeneralForm } from './GeneralForm.tsx';

/** The organization's names and logo, and what its verify page shows. */
export function GeneralTab({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const settings = useQuery(reading(tenantsApi, 'settings', { query: { tenantId } }));
  if (settings.data) {
    return (
      <>
        <GeneralForm tenantId={tenantId} saved={settings.data} />
        <EndOrganization tenantId={tenantId} />
      </>
    );
  }
  if (settings.isError) {
    return (
      <Broken
        title={t('settings.general.errorLoading')}
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    );
  }
  return (
    <section className="set" aria-busy="true" aria-label={t('common.loading')}>
      <Skeleton width={180} />
      <div className="stack">
        <Skeleton width={320} />
        <Skeleton width={280} />
        <Skeleton width={132} />
      </div>
    </section>
  );
}
