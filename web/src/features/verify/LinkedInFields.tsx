import { type PublicCertificate, printCertId } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useStarted } from '../../state/useStarted.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Name } from '../../ui/name/Name.tsx';

/** The fields of LinkedIn's form, each to be copied: its link fills them in only where the person is signed in. */
export function LinkedInFields({
  certificate,
  onClose,
}: {
  certificate: PublicCertificate;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [copied, setCopied] = useState('');
  const { start } = useStarted();
  const { certId, course, issuer, issuedOn, verifyUrl } = certificate;
  const fields = [
    { label: t('verifyMore.linkedin.name'), value: course ?? issuer.name },
    { label: t('verifyMore.linkedin.organization'), value: issuer.name },
    { label: t('verifyMore.linkedin.issued'), value: format.longDay(issuedOn) },
    { label: t('verifyMore.linkedin.number'), value: printCertId(certId) },
    { label: t('verifyMore.linkedin.url'), value: verifyUrl },
  ];
  const copy = (label: string, value: string): void =>
    start(
      () => navigator.clipboard.writeText(value),
      () => setCopied(label),
      // The browser allows no page to write the clipboard: the text can be selected.
      () => setCopied(''),
    );
  return (
    <Dialog
      title={t('verifyMore.linkedin.title')}
      onClose={onClose}
      end={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <dl className="body facts linkedin-fields">
        {fields.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Name text={value} />
              <span className="hint">
                <button
                  type="button"
                  className="link"
                  aria-label={t('verifyMore.linkedin.copy', { field: label })}
                  onClick={() => copy(label, value)}
                >
                  {t('common.copy')}
                </button>{' '}
                <span role="status">{copied === label ? t('common.copied') : ''}</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
