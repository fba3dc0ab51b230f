import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';

/** What the router says of each screen. */
export interface RouteHandle {
  labelKey: ParseKeys;
}

/** Where the page stands: its screen, as the table of routes calls it, and the part that is shown. */
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
