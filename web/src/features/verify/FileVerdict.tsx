import { type FileFacts, type PublicCertificate, verifyUrl } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/format.ts';
import { Icon, type IconName } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Issuer } from './Issuer.tsx';
import { signatureSayings, signatureTone } from './sayings.ts';
import { sentences } from './Verdicts.tsx';
import type { FactTone } from './verdict.ts';

const marks: Record<FactTone, { icon: IconName; className: string }> = {
  ok: { icon: 'ringCheck', className: 'ok' },
  warn: { icon: 'bang', className: 'warn' },
  bad: { icon: 'ringCross', className: 'bad' },
  unknown: { icon: 'info', className: 'faint' },
};

/** The full check of one file: its bytes, its signature, and what the certificate's record says, apart from each other. */
export function FileVerdict({
  name,
  facts,
  certificate,
}: {
  name: string;
  facts: FileFacts;
  certificate: PublicCertificate | null;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const lines: { fact: 'file' | 'signature' | 'status'; tone: FactTone; text: string }[] = [
    {
      fact: 'file',
      tone: facts.bytes === 'issued' ? 'ok' : facts.bytes === 'changed' ? 'bad' : 'unknown',
      text: t(`verify.file.bytes.${facts.bytes}`),
    },
    {
      fact: 'signature',
      tone: signatureTone(facts),
      text: sentences(signatureSayings(facts, format), t),
    },
  ];
  if (certificate) {
    lines.push({
      fact: 'status',
      tone: certificate.state === 'valid' ? 'ok' : certificate.state === 'replaced' ? 'warn' : 'bad',
      text: t(`verify.file.status.${certificate.state}`, { issuer: certificate.issuer.name }),
    });
  }
  return (
    <div className="file-answer">
      <h2>
        <Name text={name} />
      </h2>
      <ul className="verdicts">
        {certificate?.state === 'valid' ? <Issuer certificate={certificate} /> : null}
        {lines.map(({ fact, tone, text }) => (
          <li key={fact}>
            <Icon name={marks[tone].icon} className={marks[tone].className} />
            <span className="label">{t(`verify.facts.${fact}`)}</span>
            <p>{text}</p>
          </li>
        ))}
        {certificate && certificate.state !== 'valid' ? <Issuer certificate={certificate} /> : null}
      </ul>
      {certificate ? (
        <p className="hint">
          <Link to={verifyUrl(certificate.certId)}>{t('verify.file.open')}</Link>
        </p>
      ) : null}
    </div>
  );
}
