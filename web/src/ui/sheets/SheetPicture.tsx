import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The picture of a first page, as a sheet in the middle of its place. */
export function SheetPicture({ url }: { url: string | undefined }) {
  const { t } = useTranslation();
  const [isUpright, setUpright] = useState(false);
  const [broken, setBroken] = useState<string>();
  if (url === undefined || url === broken) return <span className="none">{t('common.noPreview')}</span>;
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setUpright(naturalHeight > naturalWidth);
  return (
    <img
      className={isUpright ? 'leaf leaf--up' : 'leaf'}
      src={url}
      alt=""
      loading="lazy"
      onLoad={measure}
      onError={() => setBroken(url)}
    />
  );
}
