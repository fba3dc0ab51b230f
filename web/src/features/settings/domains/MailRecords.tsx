import type { Domain } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { DnsRecord } from './DnsRecord.tsx';

/** The records for e-mails under the own name, and what the domain's own DMARC record means for them. */
export function MailRecords({ domain: { dnsRecords, mail } }: { domain: Domain }) {
  const { t } = useTranslation();
  const format = useFormat();
  const records = dnsRecords.filter(({ purpose }) => purpose !== 'ownership' && purpose !== 'pointing');
  if (records.length === 0 && !mail) return null;
  // RFC 1034, 3.6.2: a name with a CNAME has no other records, so what points there has to be flattened.
  const alias = dnsRecords.find(({ purpose, type }) => purpose === 'pointing' && type === 'CNAME');
  /** When the key of a record takes over. */
  const turnOf = (name: string) =>
    mail?.selectors.find(({ selector, takesOverAt }) => takesOverAt && name.startsWith(`${selector}.`))
      ?.takesOverAt;
  const mailRecords = (
    <section className="set">
      <div>
        <h2>{t('settings.domains.mail.title')}</h2>
        <p>{t('settings.domains.mail.text')}</p>
      </div>
      <div>
        <ul className="records">
          {records.map((record) => {
            const turn = turnOf(record.name);
            return (
              <DnsRecord key={`${record.type} ${record.name}`} record={record}>
                {alias && record.purpose === 'spf' && record.state !== 'correct' ? (
                  <p className="reason">{t('settings.domains.mail.besideAlias', { host: alias.value })}</p>
                ) : null}
                {turn ? (
                  <p className="reason">
                    {t('settings.domains.mail.takesOver', { day: format.dayOf(turn) })}
                  </p>
                ) : null}
              </DnsRecord>
            );
          })}
        </ul>
      </div>
    </section>
  );
  return (
    <>
      {mailRecords}
      {mail ? (
        <section className="set">
          <div>
            <h2>{t('settings.domains.mail.dmarc.title')}</h2>
            <p>{t('settings.domains.mail.dmarc.text')}</p>
          </div>
          <p className="dmarc">
            {t(`settings.domains.mail.dmarc.${mail.dmarc.finding}`, { name: mail.dmarc.name })}
          </p>
        </section>
      ) : null}
    </>
  );
}
