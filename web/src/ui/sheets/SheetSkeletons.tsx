import { useTranslation } from 'react-i18next';
import { Skeleton } from '../skeleton/Skeleton.tsx';

/** Widths of name and caption, px. */
const cards = [
  [190, 110],
  [140, 124],
  [168, 95],
  [220, 138],
  [154, 113],
  [183, 146],
  [146, 102],
  [202, 131],
] as const;

/** At most eight cards of a grid that loads. */
export function SheetSkeletons({ count, className = 'sheets' }: { count: number; className?: string }) {
  const { t } = useTranslation();
  return (
    <ul className={className} aria-busy="true" aria-label={t('common.loading')}>
      {cards.slice(0, count).map(([name, caption]) => (
        <li key={name}>
          <span className="skel sheet-skel" />
          <Skeleton width={name} />
          <Skeleton width={caption} />
        </li>
      ))}
    </ul>
  );
}
