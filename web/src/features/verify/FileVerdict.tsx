import {
  type ErasedCertificate,
  type FactTone,
  type FileFacts,
  fileVerdictsOf,
  type PublicCertificate,
  verifyUrl,
} from '@sello/contracts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Icon, type IconName } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Issuer } from './Issuer.tsx';
import { textOf } from './sentences.ts';

const marks: Record<FactTone, { icon: IconName; className: string }> = {
  ok: { icon: 'ringCheck', className: 'ok' },
  warn: { icon: 'bang', className: 'warn' },
  bad: { icon: 'ringCross', className: 'bad' },
  unknown: { icon: 'info', className: 'faint' },
};

/** The full check of a file: its bytes, its signature and the certificate's record as separate facts. */
export function FileVerdict({
  name,
  facts,
  certificate,
  Reasons,
}: {
  name: string;
  facts: FileFacts;
  certificate: PublicCertificate | ErasedCertificate | null;
  /** Shows why the signature is not intact; loaded with the answer, because few visitors ask for it. */
  Reasons: ComponentType<Pick<FileFacts, 'reasons'>>;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="file-answer">
      <h2>
        <Name text={name} />
      </h2>
      <ul className="verdicts">
        {certificate?.state === 'valid' ? <Issuer certificate={certificate} /> : null}
        {fileVerdictsOf(facts, certificate).map(({ fact, tone, sentences }) => (
          <li key={fact}>
            <Icon name={marks[tone].icon} className={marks[tone].className} />
            <span className="label">{t(`verify.facts.${fact}`)}</span>
            <div>
              <p>{textOf(sentences, t, format)}</p>
              {fact === 'signature' ? <Reasons reasons={facts.reasons} /> : null}
            </div>
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
