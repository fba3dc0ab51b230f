import {
  type FileFacts,
  headingOf,
  isIssuerUnproven,
  type PublicCertificate,
  verdictsOf,
} from '@sello/contracts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { needTexts } from '../../i18n/index.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Mark } from '../../ui/mark/Mark.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { FileCheck } from './FileCheck.tsx';
import { Preview } from './Preview.tsx';
import { PrintedFields } from './PrintedFields.tsx';
import { sameHostPath } from './same-host.ts';
import { Verdicts } from './Verdicts.tsx';

/** Lazy: what few visitors do. */
const More = lazy(async () => {
  const [{ More }] = await Promise.all([import('./More.tsx'), needTexts(['verifyMore'])]);
  return { default: More };
});

interface Answer {
  certificate: PublicCertificate;
  file?: FileFacts | undefined;
}

/** The result: facts, printed fields and preview; a bad result begins with the status. */
export function Result({
  answer,
  checkedAt,
  onStale,
}: {
  answer: Answer;
  checkedAt: number;
  onStale: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [checking, setChecking] = useState(false);
  const { certificate, file } = answer;
  const { state, issuer } = certificate;
  const unproven = isIssuerUnproven(certificate);
  const isOffered = state === 'valid' && !unproven;
  return (
    <div className="cols">
      <div>
        <h1 className="says">
          <Heading certificate={certificate} file={file} />
        </h1>
        <p className="holder">
          <Name text={certificate.holder} strong />
          {certificate.course ? <Name text={certificate.course} /> : null}
        </p>
        {unproven ? null : (
          <p className="issuer">
            <Mark publicName={issuer.name} logoUrl={issuer.logoUrl} size={40} />
            <span>
              <Name text={issuer.name} strong />
              <span className="mute small">
                {t('verify.issuedOn', { day: format.longDay(certificate.issuedOn) })}
              </span>
            </span>
          </p>
        )}
        <p className="lead">
          <Lead certificate={certificate} checkedAt={checkedAt} />
        </p>
        <Verdicts verdicts={verdictsOf(certificate, file)} certificate={certificate} file={file} />
        {checking ? (
          <FileCheck expected={certificate} />
        ) : (
          <p className="hint needs-script">
            {t('verify.sentPdf')}{' '}
            <button type="button" className="link" onClick={() => setChecking(true)}>
              {t('verify.checkFile')}
            </button>
            {t('verify.notUploaded')}
          </p>
        )}
        <PrintedFields certificate={certificate} />
      </div>
      <aside aria-label={t('verify.theCertificate')}>
        <Preview certificate={certificate} />
        <div className="acts">
          {state === 'valid' && certificate.downloadUrl ? (
            <a
              className={unproven ? 'btn btn--line' : 'btn'}
              href={sameHostPath(certificate.downloadUrl)}
              download
            >
              <Icon name="save" />
              {t('verify.download')}
            </a>
          ) : null}
          <Suspense fallback={<span className={isOffered ? 'more-waits' : 'more-waits is-short'} />}>
            <More certificate={certificate} checkedAt={checkedAt} onStale={onStale} />
          </Suspense>
          <Link className={state === 'valid' ? 'btn btn--bare' : 'btn btn--line'} to={usePathTo()('verify')}>
            {t('verify.another')}
          </Link>
        </div>
      </aside>
    </div>
  );
}

/** The heading never claims more than the facts below it: with an unproven issuer it does not say "valid". */
function Heading({ certificate, file }: Answer) {
  const { t } = useTranslation();
  const heading = headingOf(certificate, file);
  if (heading.says === 'unproven')
    return <Rich text={t(`verify.unproven.${heading.what}`)} parts={{ em: <em /> }} />;
  return (
    <>
      {t(`verify.heading.${heading.state}`)}{' '}
      <em className={heading.tone}>{t(`verify.states.${heading.state}`)}</em>
    </>
  );
}

function Lead({ certificate, checkedAt }: { certificate: PublicCertificate; checkedAt: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, issuer } = certificate;
  const unproven = isIssuerUnproven(certificate);
  if (state === 'valid') {
    const now = new Date(checkedAt);
    return unproven
      ? t('verify.unproven.lead')
      : t('verify.lead4', { day: format.dayOf(now.toISOString()), time: format.time(now) });
  }
  const values = { issuer: issuer.name, day: dayOfChange(certificate, format.dayOf) };
  return unproven ? t(`verify.unproven.leadOf.${state}`, values) : t(`verify.leadOf.${state}`, values);
}

function dayOfChange(certificate: PublicCertificate, dayOf: (moment: string) => string): string {
  const moment = certificate.revokedAt ?? certificate.replacedAt;
  return moment ? dayOf(moment) : '';
}
