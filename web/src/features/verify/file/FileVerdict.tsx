import './file.css';
import {
  type CheckedFacts,
  certificatePictureUrl,
  type ErasedCertificate,
  type FileFacts,
  type FileHeadline,
  fileHeadlineOf,
  fileVerdictsOf,
  type PublicCertificate,
  printCertId,
  verifyUrl,
} from '@sello/contracts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formatters, useFormat } from '../../../i18n/format.ts';
import { Button, buttonClass } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { Elsewhere } from '../Elsewhere.tsx';
import { Issuer } from '../Issuer.tsx';
import { marks } from '../marks.ts';
import { textOf } from '../sentences.ts';
import { FileBar } from './FileBar.tsx';
import { Headline } from './Headline.tsx';

export interface FileVerdictProps {
  file: Pick<File, 'name' | 'size'>;
  facts: CheckedFacts;
  certificate: PublicCertificate | ErasedCertificate | null;
  /** The certificate on whose page the file is checked. */
  expected?: { certId: string } | undefined;
  /** Shows why the signature is not intact; loaded with the answer, because few visitors ask for it. */
  Reasons?: ComponentType<Pick<FileFacts, 'reasons'>>;
  /** The file is not a PDF by its bytes. */
  isOther?: boolean;
  isPage?: boolean;
  onAnother: () => void;
  /** The full check, while the hash alone has been looked up. */
  full?: { isRunning: boolean; onStart: () => void };
}

/** The answer about a file: one headline, then the facts that it rests on, then what can be done. */
export function FileVerdict({
  file,
  facts,
  certificate: found,
  expected,
  isPage = false,
  ...rest
}: FileVerdictProps) {
  const { Reasons, isOther = false, onAnother, full } = rest;
  const { t } = useTranslation();
  const format = useFormat();
  const { says, lead, tone } = fileHeadlineOf(facts, found, expected);
  // Of several certificates that a file names none speaks for it.
  const certificate = says === 'copies' ? null : found;
  const isExact = facts.bytes === 'issued';
  // Who issued the original says nothing for another file.
  const issuer = certificate && isExact ? <Issuer certificate={certificate} /> : null;
  return (
    <div className="file-answer">
      <FileBar file={file} onAnother={onAnother} />
      <div className={isPage ? 'cols' : undefined}>
        <div>
          <Headline isPage={isPage}>
            <Rich
              text={t(`verifyFile.headline.${says}`)}
              parts={{ em: <em className={tone === 'unknown' ? undefined : tone} /> }}
            />
          </Headline>
          <p className="lead">
            {isOther ? `${t('verifyFile.notPdf')} ` : ''}
            {t(`verifyFile.lead.${lead}` as 'verifyFile.lead.exact', leadValues(certificate, format))}
          </p>
          <Originals says={says} certificate={certificate} numbers={facts.numbers} />
          <ul className="verdicts">
            {certificate?.state === 'valid' ? issuer : null}
            {fileVerdictsOf(facts, certificate).map(({ fact, tone: of, sentences }) => (
              <li key={fact}>
                <Icon name={marks[of].icon} className={marks[of].className} />
                <span className="label">{t(`verify.facts.${fact}`)}</span>
                <div>
                  <p>{textOf(sentences, t, format)}</p>
                  {fact === 'signature' && Reasons && facts.reasons ? (
                    <Reasons reasons={facts.reasons} />
                  ) : null}
                </div>
              </li>
            ))}
            {certificate?.state === 'valid' ? null : issuer}
          </ul>
          {full ? (
            <p className="row small">
              <Button kind="line" size="small" working={full.isRunning} onClick={full.onStart}>
                {t('verify.file.full')}
              </Button>
              <span className="faint">{t('verify.file.fullHint')}</span>
            </p>
          ) : null}
          {found || facts.sha256 === undefined ? null : <Elsewhere reference={facts.sha256} />}
          {certificate && isExact && certificate.certId !== expected?.certId ? (
            <p className="hint">
              <Link to={verifyUrl(certificate.certId)}>{t('verify.file.open')}</Link>
            </p>
          ) : null}
        </div>
        {isExact ? null : <Next says={says} lead={lead} certificate={certificate} isPage={isPage} />}
      </div>
    </div>
  );
}

/** The ways to what was issued under the numbers that a file names. */
function Originals({
  says,
  certificate,
  numbers,
}: Pick<FileHeadline, 'says'> & Pick<CheckedFacts, 'numbers'> & Pick<FileVerdictProps, 'certificate'>) {
  const { t } = useTranslation();
  if (says === 'copies')
    return (
      <ul className="codes">
        {numbers?.found.map((certId) => (
          <li key={certId}>
            <Link className={buttonClass('ink', 'small', 'num')} to={verifyUrl(certId)}>
              {t('verifyFile.picture.open', { number: printCertId(certId) })}
            </Link>
          </li>
        ))}
      </ul>
    );
  if (!certificate || (says !== 'copy' && says !== 'altered')) return null;
  return (
    <p className="row original">
      <Link className={buttonClass('ink', 'small')} to={verifyUrl(certificate.certId)}>
        {t('verifyFile.see')}
      </Link>
    </p>
  );
}

/** What to do with a file that is not the issued one; beside it the page as it was issued, if that is public. */
function Next({
  says,
  lead,
  certificate,
  isPage,
}: {
  says: FileHeadline['says'];
  lead: string;
  certificate: PublicCertificate | ErasedCertificate | null;
  isPage: boolean;
}) {
  const { t } = useTranslation();
  const Title = isPage ? 'h2' : 'h3';
  const steps =
    says === 'unchecked'
      ? [lead === 'locked' ? ('locked' as const) : ('number' as const)]
      : says === 'copy' || says === 'copies'
        ? (['compare', 'original'] as const)
        : says === 'altered'
          ? (['original'] as const)
          : (['number', 'holder', 'issuer'] as const);
  return (
    <aside aria-label={t('verifyFile.next.title')}>
      {certificate && 'downloadUrl' in certificate && certificate.downloadUrl ? (
        <figure className="as-issued">
          <figcaption className="it">{t('verifyFile.asIssued')}</figcaption>
          <img
            className="cert"
            src={certificatePictureUrl(certificate.certId, certificate.hash)}
            alt={t('verifyFile.asIssuedAlt', { holder: certificate.holder })}
          />
        </figure>
      ) : null}
      <Title className="next-title">{t('verifyFile.next.title')}</Title>
      <ul className="next">
        {steps.map((step) => (
          <li key={step}>{t(`verifyFile.next.${step}`)}</li>
        ))}
      </ul>
    </aside>
  );
}

function leadValues(
  certificate: PublicCertificate | ErasedCertificate | null,
  format: Pick<Formatters, 'dayOf' | 'longDay'>,
) {
  const day = (moment: string | undefined): string => (moment ? format.dayOf(moment) : '');
  const changedAt =
    certificate?.state === 'erased'
      ? certificate.erasedAt
      : (certificate?.revokedAt ?? certificate?.replacedAt);
  return {
    number: certificate ? printCertId(certificate.certId) : '',
    holder: certificate?.state === 'erased' ? '' : (certificate?.holder ?? ''),
    issuer: certificate?.issuer.name ?? '',
    issued: certificate ? format.longDay(certificate.issuedOn) : '',
    changed: day(changedAt),
  };
}
