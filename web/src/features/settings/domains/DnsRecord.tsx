import { type Domain, dnsReasons } from '@sello/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge/Badge.tsx';
import { CopyText } from './CopyText.tsx';
import { DomainName } from './DomainName.tsx';
import { useReason } from './useReason.ts';

export type DnsRecordView = Domain['dnsRecords'][number];

const badges = {
  correct: { tone: 'ok', icon: 'ringCheck' },
  different: { tone: 'bad', icon: 'ringCross' },
  missing: { tone: 'plain', icon: 'clock' },
  unknown: { tone: 'plain', icon: 'clock' },
} as const;

/** Keys have hundreds of characters, which are copied and not read. */
const shortened = (value: string): string => (value.length > 100 ? `${value.slice(0, 60)}…` : value);

/** A record as it has to be, what is there instead, and what the last answer was when that is not the whole of it. */
export function DnsRecord({ record, children }: { record: DnsRecordView; children?: ReactNode }) {
  const { t } = useTranslation();
  const reasonOf = useReason();
  const { type, name, value, state, reason, found = [] } = record;
  const isInstead = state === 'different' && found.length > 0;
  // The badge says as much by itself.
  const isPlain = ['correct', 'different', 'missing_type'].includes(reason) && dnsReasons[reason] === state;
  return (
    <li>
      <span className="kind">{type}</span>
      <dl>
        <div>
          <dt>{t('settings.domains.records.name')}</dt>
          <dd>
            <DomainName text={name} />
          </dd>
          <dd>
            <CopyText text={name} label={t('settings.domains.records.copyName')} />
          </dd>
        </div>
        <div>
          <dt>{t('settings.domains.records.value')}</dt>
          <dd>
            <DomainName text={shortened(value)} />
          </dd>
          <dd>
            <CopyText text={value} label={t('settings.domains.records.copyValue')} />
          </dd>
        </div>
        {isInstead ? (
          <div className="instead-row">
            <dt>{t('settings.domains.records.found')}</dt>
            <dd className="instead">
              {found.map((one) => (
                <p key={one}>
                  <DomainName text={shortened(one)} />
                </p>
              ))}
            </dd>
          </div>
        ) : null}
      </dl>
      <Badge {...badges[state]}>{t(`settings.domains.state.${state}`)}</Badge>
      {isPlain ? null : <p className="reason">{reasonOf(type, record, true)}</p>}
      {children}
    </li>
  );
}
