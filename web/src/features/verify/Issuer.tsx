import { type ErasedCertificate, issuerVerdictOf, type PublicCertificate } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';

/** The issuer and who confirmed it; as the first fact of a good result a line separates it. */
export function Issuer({ certificate }: { certificate: PublicCertificate | ErasedCertificate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { tone, says, notes } = issuerVerdictOf(certificate);
  const { name, identity, atIssue, createdAt } = certificate.issuer;
  const day = (moment: string | undefined): string => (moment ? format.dayOf(moment) : '');
  const domain = (says === 'lapsed' ? atIssue?.domain : identity.domain) ?? '';
  const values = {
    since: day(identity.since),
    checked: day(identity.checkedAt),
    time: identity.checkedAt ? format.time(identity.checkedAt) : '',
    created: day(createdAt),
    lapsed: day(atIssue?.lapsedAt),
    domain: atIssue?.domain ?? '',
  };
  return (
    <li className={certificate.state === 'valid' ? 'first' : undefined}>
      <Icon name={tone === 'ok' ? 'shield' : 'bang'} className={tone} />
      <span className="label">
        {t('verify.facts.issuer')}
        <span className="hide">: {t(`verify.tones.${tone}`)}.</span>
      </span>
      <div>
        <p>
          <Rich
            text={t(`verify.issuerSays.${says}`, { day: values.lapsed })}
            parts={{ name: <Name text={name} strong />, domain: <Name text={domain} /> }}
          />
        </p>
        {notes.length > 0 ? (
          <p className="id">{notes.map((note) => t(`verify.issuerNotes.${note}`, values)).join(' ')}</p>
        ) : null}
      </div>
    </li>
  );
}
