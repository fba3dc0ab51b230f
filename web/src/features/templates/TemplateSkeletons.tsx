import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';

/** Widths of name and caption, px. */
const cards = [
  [190, 110],
  [140, 124],
  [168, 95],
  [220, 138],
  [154, 113],
  [183, 146],
] as const;

export function TemplateSkeletons() {
  const { t } = useTranslation();
  return (
    <ul className="sheets" aria-busy="true" aria-label={t('common.loading')}>
      {cards.map(([name, caption]) => (
        <li key={name}>
          <span className="skel sheet-skel" />
          <Skeleton width={name} />
          <Skeleton width={caption} />
        </li>
      ))}
    </ul>
  );
}
