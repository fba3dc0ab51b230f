import './print.css';
import { isIssuerUnproven, type PublicCertificate, reportMistakeUrl } from '@sello/contracts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../ui/button/Button.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { linkedInUrl } from './linkedin.ts';

// Dialogs that few visitors open.
const LinkedInFields = lazy(async () => ({
  default: (await import('./LinkedInFields.tsx')).LinkedInFields,
}));

/** The age of an answer at which an open page asks again, ms: the certificate may have been replaced or revoked. */
const staleMs = 60_000;

/** What few visitors do with a certificate, and what stands only on its printed sheet. */
export function More({
  certificate,
  checkedAt,
  onStale,
}: {
  certificate: PublicCertificate;
  /** ms since 1970. */
  checkedAt: number;
  /** Asks again: the answer may have changed meanwhile. */
  onStale: () => void;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'fields'>();
  const { state, verifyUrl, certId } = certificate;
  const close = (): void => setOpen(undefined);
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === 'visible' && Date.now() - checkedAt >= staleMs) onStale();
    };
    const timer = setInterval(ask, staleMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [checkedAt, onStale]);
  return (
    <>
      {state === 'valid' && !isIssuerUnproven(certificate) ? (
        <>
          <a
            className="btn btn--line"
            href={linkedInUrl(certificate)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('verify.linkedin')}
          </a>
          <Button kind="bare" className="needs-script" onClick={() => setOpen('fields')}>
            {t('verifyMore.linkedin.act')}
          </Button>
        </>
      ) : null}
      <Link className={buttonClass('bare')} to={reportMistakeUrl(certId)}>
        {t('verifyMore.report')}
      </Link>
      <div className="on-paper">
        <p>
          {t('verifyMore.checkAgain')}
          <br />
          {verifyUrl.replace(/^https?:\/\//, '')}
        </p>
      </div>
      <p className="on-paper small">{t('verifyMore.copyOfAnswer')}</p>
      <Suspense>
        {open === 'fields' ? <LinkedInFields certificate={certificate} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
