import { certificatePictureUrl, type PublicCertificate } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { paperSize } from './paper-size.ts';

/** The width and height of a page whose size is not known: A4, landscape. */
const usual = { width: 842, height: 595 };

/** The first page, rendered by the server from the file; crossed out when the certificate is no longer valid. */
export function Preview({ certificate }: { certificate: PublicCertificate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { certId, hash, downloadUrl, fileState, state, page } = certificate;
  const [hasFailed, setFailed] = useState(false);
  const size = t('verify.pdfSize', { size: format.bytes(certificate.size) });
  if (!downloadUrl || hasFailed) {
    return (
      <>
        <div className="no-preview">
          {t(`verify.preview.${downloadUrl ? 'failed' : (fileState ?? 'off')}`)}
        </div>
        <p className="cap">
          <span />
          <span className="num">{size}</span>
        </p>
      </>
    );
  }
  const { width, height } = page ?? usual;
  return (
    <>
      <div className={state === 'valid' ? 'preview' : 'preview struck'}>
        {state === 'valid' ? null : <b>{t(`verify.stamp.${state}`)}</b>}
        {/* On the current host: an organization's own domain serves it too. Its place is kept by its size. */}
        <img
          className="cert"
          src={certificatePictureUrl(certId, hash)}
          width={Math.round(width)}
          height={Math.round(height)}
          loading="lazy"
          alt={t('verify.preview.alt', { holder: certificate.holder, issuer: certificate.issuer.name })}
          onError={() => setFailed(true)}
        />
      </div>
      <p className="cap num">
        <span>{captionOf(certificate, t)}</span>
        <span>{size}</span>
      </p>
    </>
  );
}

/** The number of pages and the size of the first, as far as they are known. */
function captionOf({ pages, page }: PublicCertificate, t: TFunction): string {
  const known = [pages === undefined ? '' : t('verify.pages', { count: pages }), page ? paperSize(page) : ''];
  return known.filter(Boolean).join(', ');
}
