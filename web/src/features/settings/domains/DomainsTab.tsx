import './domains.css';
import { type Domain, tenantsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { Broken } from '../../../ui/state/State.tsx';
import { AddDomain } from './AddDomain.tsx';
import { DnsAnswers } from './DnsAnswers.tsx';
import { DomainHead } from './DomainHead.tsx';
import { DomainRecords } from './DomainRecords.tsx';
import { DomainUses } from './DomainUses.tsx';
import { MailRecords } from './MailRecords.tsx';
import { MailSender } from './MailSender.tsx';
import { Meanwhile } from './Meanwhile.tsx';

/** The custom domain of the organization: what is missing until it is verified, and what it is used for. */
export function DomainsTab({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const domain = useQuery(reading(tenantsApi, 'domains', { query: { tenantId } }));
  if (domain.data === null) return <AddDomain tenantId={tenantId} />;
  if (domain.data) return <OneDomain tenantId={tenantId} domain={domain.data} />;
  if (domain.isError) {
    return (
      <Broken
        title={t('settings.domains.errorLoading')}
        error={domain.error}
        onRetry={() => void domain.refetch()}
      />
    );
  }
  return (
    <section className="set" aria-busy="true" aria-label={t('common.loading')}>
      <Skeleton width={140} />
      <div className="stack">
        <Skeleton width={340} />
        <Skeleton width={260} />
      </div>
    </section>
  );
}

function OneDomain({ tenantId, domain }: { tenantId: string; domain: Domain }) {
  const parts = { tenantId, domain };
  return (
    <>
      <DomainHead {...parts} />
      {domain.status === 'verified' ? <DomainUses {...parts} /> : <Meanwhile domain={domain} />}
      <DomainRecords domain={domain} />
      {domain.status === 'verified' ? <MailSender {...parts} /> : null}
      <MailRecords domain={domain} />
      <DnsAnswers tenantId={tenantId} />
    </>
  );
}
