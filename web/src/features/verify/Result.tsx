import type { FileFacts, PublicCertificate } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { FileCheck } from './FileCheck.tsx';
import { linkedInUrl } from './linkedin.ts';
import { ownAddress } from './own-address.ts';
import { Preview } from './Preview.tsx';
import { Says } from './Says.tsx';
import { Verdicts } from './Verdicts.tsx';
import { verdictsOf } from './verdict.ts';

interface Answer {
  certificate: PublicCertificate;
  file?: FileFacts | undefined;
}

/** What stands, what it says, what it looks like; a bad answer leads with the status. */
export function Result({ answer, checkedAt }: { answer: Answer; checkedAt: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [checking, setChecking] = useState(false);
  const { certificate, file } = answer;
  const { state, issuer } = certificate;
  const tone = state === 'valid' ? 'ok' : state === 'replaced' ? 'warn' : 'bad';
  const now = new Date(checkedAt);
  const lead =
    state === 'valid'
      ? t('verify.lead4', { day: format.dayOf(now.toISOString()), time: format.time(now) })
      : t(`verify.leadOf.${state}`, { issuer: issuer.name, day: dayOfChange(certificate, format.dayOf) });
  return (
    <div className="cols">
      <div>
        <h1 className="says">
          {t(`verify.heading.${state}`)} <em className={tone}>{t(`verify.states.${state}`)}</em>
        </h1>
        <p className="lead">{lead}</p>
        <Verdicts verdicts={verdictsOf(certificate, file)} certificate={certificate} file={file} />
        {checking ? (
          <FileCheck expected={certificate} />
        ) : (
          <p className="hint">
            {t('verify.sentPdf')}{' '}
            <button type="button" className="link" onClick={() => setChecking(true)}>
              {t('verify.checkFile')}
            </button>
            {t('verify.notUploaded')}
          </p>
        )}
        <Says certificate={certificate} />
      </div>
      <aside aria-label={t('verify.theCertificate')}>
        <Preview certificate={certificate} />
        <div className="acts">
          {state === 'valid' && certificate.downloadUrl ? (
            <a className="btn" href={ownAddress(certificate.downloadUrl)} download>
              <Icon name="save" />
              {t('verify.download')}
            </a>
          ) : null}
          {state === 'valid' ? (
            <a
              className="btn btn--line"
              href={linkedInUrl(certificate)}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('verify.linkedin')}
            </a>
          ) : null}
          <Link className={state === 'valid' ? 'btn btn--bare' : 'btn btn--line'} to="/verify">
            {t('verify.another')}
          </Link>
        </div>
        <div className="issuer">
          {issuer.logoUrl ? <img src={issuer.logoUrl} alt="" width={46} height={46} /> : null}
          <p>
            <span className="strong">{issuer.name}</span>
            <br />
            <span className="mute small">
              {t('verify.issuedOn', { day: format.dayOf(certificate.issuedAt) })}
            </span>
          </p>
        </div>
      </aside>
    </div>
  );
}

function dayOfChange(certificate: PublicCertificate, dayOf: (moment: string) => string): string {
  const moment = certificate.revokedAt ?? certificate.replacedAt;
  return moment ? dayOf(moment) : '';
}
