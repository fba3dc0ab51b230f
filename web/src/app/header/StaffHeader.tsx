import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { holds } from '../../auth/permissions.ts';
import { SignOut } from '../../auth/SignOut.tsx';
import { currentUser, session } from '../../auth/session.ts';
import { useStore } from '../../state/useStore.ts';
import { navigationOf, useRoutes } from '../../tenancy/routes.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { TrailContext } from '../../ui/crumbs/trail.ts';
import { Link } from '../../ui/link/Link.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';
import { BatchesButton } from './BatchesButton.tsx';
import { Brand } from './Brand.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { PersonLink } from './PersonLink.tsx';
import { TenantSwitch } from './TenantSwitch.tsx';

const isWithin = (pathname: string, place: string): boolean =>
  pathname === place || pathname.startsWith(`${place}/`);

/** The header of the staff's pages. `page` aligns it with the public layout, for people without an organization. */
export function StaffHeader({ page = false }: { page?: boolean }) {
  const { t } = useTranslation();
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  const mayFollow = tenant !== undefined && claims !== undefined && holds(claims, 'students.view');
  const places = navigationOf(useRoutes(), tenant?._id, claims);
  const { pathname } = useNavigation();
  const [first] = useContext(TrailContext);
  const [only] = places;
  // A menu of one entry that leads to the page itself says nothing.
  const hasMenu = places.length > 1 || (only !== undefined && !isWithin(pathname, only.to));
  const links = places.map((place) => (
    <Link
      key={place.to}
      to={place.to}
      // Also of a screen that stands below it in the breadcrumbs only.
      aria-current={isWithin(pathname, place.to) || first?.to === place.to ? 'page' : undefined}
    >
      {t(place.labelKey) as string}
    </Link>
  ));
  return (
    <header className={page ? 'head head--page' : 'head'}>
      <Brand />
      {tenant ? <TenantSwitch /> : null}
      {hasMenu ? (
        <nav className="nav" aria-label={t('header.main')}>
          {links}
        </nav>
      ) : null}
      <div className="who">
        {mayFollow ? <BatchesButton /> : null}
        <Person />
      </div>
      <MobileMenu>
        {hasMenu ? <nav aria-label={t('header.main')}>{links}</nav> : null}
        {mayFollow ? <BatchesButton /> : null}
        <Person />
      </MobileMenu>
    </header>
  );
}

function Person() {
  const user = currentUser(useStore(session));
  return (
    <>
      <LanguageSwitch />
      {user ? <PersonLink email={user.email} /> : null}
      <SignOut />
    </>
  );
}
