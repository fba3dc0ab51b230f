import type { PublicCertificate } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { fetchPicture, type PagePicture } from './picture.ts';

type Shown = { at: 'loading' } | { at: 'drawn'; picture: PagePicture } | { at: 'failed' };

/** The first page, rendered by the server from the file; crossed out when the certificate is no longer valid. */
export function Preview({ certificate }: { certificate: PublicCertificate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState<Shown>({ at: 'loading' });
  const { certId, hash, downloadUrl, fileState, pages, state } = certificate;
  const isPublic = downloadUrl !== undefined;
  useEffect(() => {
    if (!isPublic) return;
    const stop = new AbortController();
    let src: string | undefined;
    setShown({ at: 'loading' });
    fetchPicture({ certId, hash }, stop.signal)
      .then((picture) => {
        src = picture.src;
        setShown({ at: 'drawn', picture });
      })
      .catch(() => {
        if (!stop.signal.aborted) setShown({ at: 'failed' });
      });
    return () => {
      stop.abort();
      if (src) URL.revokeObjectURL(src);
    };
  }, [isPublic, certId, hash]);

  const size = t('verify.pdfSize', { size: format.bytes(certificate.size) });
  if (!downloadUrl || shown.at === 'failed') {
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
  return (
    <>
      <div className={state === 'valid' ? 'preview' : 'preview struck'} aria-busy={shown.at === 'loading'}>
        {state === 'valid' ? null : <b>{t(`verify.stamp.${state}`)}</b>}
        {shown.at === 'drawn' ? (
          <img
            className="cert"
            src={shown.picture.src}
            alt={t('verify.preview.alt', {
              holder: certificate.holder,
              issuer: certificate.issuer.name,
            })}
          />
        ) : (
          <div className="cert is-waiting" />
        )}
      </div>
      <p className="cap num">
        <span>{shown.at === 'drawn' ? captionOf(pages, shown.picture, t) : t('verify.preview.loading')}</span>
        <span>{size}</span>
      </p>
    </>
  );
}

/** The number of pages, if known, and the size of the first. */
function captionOf(pages: number | undefined, { size }: PagePicture, t: TFunction): string {
  return pages === undefined ? size : `${t('verify.pages', { count: pages })}, ${size}`;
}
