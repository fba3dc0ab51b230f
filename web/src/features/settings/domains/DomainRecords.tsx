import '../../../ui/records/records.css';
import type { Domain } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { DnsRecord } from './DnsRecord.tsx';

/** The records that decide whether the domain is verified. */
export function DomainRecords({ domain }: { domain: Domain }) {
  const { t } = useTranslation();
  const records = domain.dnsRecords.filter(
    ({ purpose }) => purpose === 'ownership' || purpose === 'pointing',
  );
  const pointing = records.filter(({ purpose }) => purpose === 'pointing');
  const hint = pointing.some(({ type }) => type !== 'CNAME')
    ? 'hintApex'
    : pointing.some(({ state }) => state === 'different')
      ? 'hintCname'
      : 'hint';
  return (
    <section className="set">
      <div>
        <h2>{t('settings.domains.records.title')}</h2>
        <p>{t(`settings.domains.records.${domain.status === 'verified' ? 'textVerified' : 'text'}`)}</p>
      </div>
      <div>
        <ul className="records">
          {records.map((record) => (
            <DnsRecord key={`${record.type} ${record.value}`} record={record} />
          ))}
        </ul>
        {domain.status === 'verified' ? null : (
          <p className="hint">{t(`settings.domains.records.${hint}`)}</p>
        )}
      </div>
    </section>
  );
}
