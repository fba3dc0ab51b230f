import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The picture of a first page, as a sheet in the middle of its place. */
export function SheetPicture({ url }: { url: string | undefined }) {
  const { t } = useTranslation();
  const [shape, setShape] = useState<'upright' | 'landscape'>();
  const [broken, setBroken] = useState<string>();
  if (url === undefined || url === broken) return <span className="none">{t('common.noPreview')}</span>;
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setShape(naturalHeight > naturalWidth ? 'upright' : 'landscape');
  return (
    <img
      // Its size is not known before it is there: shown from then on, it does not grow out of a dot.
      className={`leaf${shape === 'upright' ? ' leaf--up' : ''}${shape ? '' : ' leaf--coming'}`}
      src={url}
      alt=""
      loading="lazy"
      onLoad={measure}
      onError={() => setBroken(url)}
    />
  );
}
