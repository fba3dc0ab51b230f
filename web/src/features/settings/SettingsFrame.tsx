import '../../ui/tabs/tabs.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { usePathTo } from '../../tenancy/routes.ts';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { tabNames, tabs } from './tabs.ts';

/** What all tabs of the settings have in common: the title, and the links to the others. */
export function SettingsFrame({
  tenantId,
  title,
  children,
}: {
  tenantId: string;
  title: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const bar = useRef<HTMLElement>(null);
  // On a phone the bar is wider than the window.
  useEffect(() => {
    const [here] = bar.current?.querySelectorAll<HTMLElement>('[aria-current]') ?? [];
    if (bar.current && here) bar.current.scrollLeft = here.offsetLeft - bar.current.offsetLeft - 20;
  });
  return (
    <main className="wrap wrap--app settings" id="page" tabIndex={-1}>
      <PageTitle>{`${title} · ${t('settings.title')}`}</PageTitle>
      <Crumbs part={title} />
      <h1>{t('settings.title')}</h1>
      <nav className="tabs" aria-label={t('settings.title')} ref={bar}>
        {tabNames.map((tab) => (
          <NavLink key={tab} caseSensitive to={pathTo('settings', { tenantId, tab })}>
            {t(tabs[tab].titleKey)}
          </NavLink>
        ))}
      </nav>
      {children}
    </main>
  );
}
