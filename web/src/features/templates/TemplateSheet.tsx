import type { TemplateSummary } from '@sello/contracts';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The picture of a template's first page, as a sheet in the middle of its place. */
export function TemplateSheet({ template: { thumbnailUrl } }: { template: TemplateSummary }) {
  const { t } = useTranslation();
  const [isUpright, setUpright] = useState(false);
  const [isBroken, setBroken] = useState(false);
  if (thumbnailUrl === undefined || isBroken)
    return <span className="none">{t('templates.noThumbnail')}</span>;
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setUpright(naturalHeight > naturalWidth);
  return (
    <img
      className={isUpright ? 'leaf leaf--up' : 'leaf'}
      src={thumbnailUrl}
      alt=""
      loading="lazy"
      onLoad={measure}
      onError={() => setBroken(true)}
    />
  );
}
