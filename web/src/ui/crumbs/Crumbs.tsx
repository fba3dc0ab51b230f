import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';

/** The `handle` of a screen's route. */
export interface RouteHandle {
  labelKey: ParseKeys;
}

/** Breadcrumbs: the screen's label from the table of routes, and the current part. */
export function Crumbs({ label, part }: { label: string; part: string }) {
  const { t } = useTranslation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return (
    <nav aria-label={label}>
      <ol className="crumbs">
        {handle ? <li>{t(handle.labelKey) as string}</li> : null}
        <li aria-current="page">{part}</li>
      </ol>
    </nav>
  );
}
