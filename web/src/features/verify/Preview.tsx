import type { PublicCertificate } from '@sello/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { ownAddress } from './own-address.ts';

type Shown = { at: 'loading' } | { at: 'drawn'; pages: number; size: string } | { at: 'failed' };

/** The first page, drawn in the browser from the file itself; struck through when it no longer stands. */
export function Preview({ certificate }: { certificate: PublicCertificate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Shown>({ at: 'loading' });
  const { downloadUrl, fileState, state } = certificate;
  useEffect(() => {
    if (!downloadUrl) return;
    const stop = new AbortController();
    import('./draw-page.ts')
      .then(({ drawFirstPage }) => drawFirstPage(ownAddress(downloadUrl), canvas.current!, stop.signal))
      .then((page) => {
        if (!stop.signal.aborted) setShown({ at: 'drawn', ...page });
      })
      .catch(() => {
        if (!stop.signal.aborted) setShown({ at: 'failed' });
      });
    return () => stop.abort();
  }, [downloadUrl]);

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
        <canvas
          ref={canvas}
          className={shown.at === 'drawn' ? 'cert' : 'cert is-waiting'}
          width={1123}
          height={794}
          role="img"
          aria-label={t('verify.preview.alt', {
            holder: certificate.holder,
            issuer: certificate.issuer.name,
          })}
        />
      </div>
      <p className="cap num">
        <span>
          {shown.at === 'drawn'
            ? `${t('verify.pages', { count: shown.pages })}, ${shown.size}`
            : t('verify.preview.loading')}
        </span>
        <span>{size}</span>
      </p>
    </>
  );
}
