import './crumbs.css';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '../link/Link.tsx';
import { useNavigation } from '../link/navigation.ts';
import { TrailContext } from './trail.ts';

interface Props {
  /** What the current page shows of the last screen, such as a tab or the name of a template. */
  part?: ReactNode;
  /** The accessible name; `Where you are` by default. */
  label?: string;
}

/** Breadcrumbs: links to the pages above the current one, with their labels of the table of routes. */
export function Crumbs({ part, label }: Props) {
  const { t } = useTranslation();
  const trail = useContext(TrailContext);
  const { pathname } = useNavigation();
  const last = trail.at(-1);
  // A screen with a path of its own is the current page; a part of a screen comes after its screen.
  const isOfScreen = part !== undefined && last?.to !== pathname.replace(/\/$/, '');
  const above = isOfScreen ? trail : trail.slice(0, -1);
  const current = part ?? (last && (t(last.labelKey) as string));
  return (
    <nav aria-label={label ?? t('common.trail')}>
      <ol className="crumbs">
        {above.map(({ to, labelKey }) => (
          <li key={to}>
            <Link to={to}>{t(labelKey) as string}</Link>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
