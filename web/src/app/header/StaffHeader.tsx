import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { Claims } from '../../auth/claims.ts';
import { signOut } from '../../auth/index.ts';
import { decide, holds, type Need } from '../../auth/permissions.ts';
import { currentUser, session } from '../../auth/session.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { Name } from '../../ui/name/Name.tsx';
import { useStore } from '../store.ts';
import { BatchesButton } from './BatchesButton.tsx';
import { Brand } from './Brand.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { TenantSwitch } from './TenantSwitch.tsx';

interface Place {
  to: string;
  label: 'header.students' | 'header.organizations' | 'header.settings';
  needs: Need;
}

/** The header of the staff's pages. `page` centres it with the public ones, where nobody has an organization yet. */
export function StaffHeader({ page = false }: { page?: boolean }) {
  const { t } = useTranslation();
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  const places = placesOf(tenant?._id, claims);
  const links = places.map((place) => (
    <NavLink key={place.to} to={place.to}>
      {t(place.label)}
    </NavLink>
  ));
  return (
    <header className={page ? 'head head--page' : 'head'}>
      <Brand />
      {tenant ? <TenantSwitch /> : null}
      {places.length > 0 ? (
        <nav className="nav" aria-label={t('header.main')}>
          {links}
        </nav>
      ) : null}
      <div className="who">
        {claims && holds(claims, 'students.view') ? <BatchesButton /> : null}
        <Person />
      </div>
      <MobileMenu>
        {places.length > 0 ? <nav aria-label={t('header.main')}>{links}</nav> : null}
        {claims && holds(claims, 'students.view') ? <BatchesButton /> : null}
        <Person />
      </MobileMenu>
    </header>
  );
}

/** The places that exist, for those who may go there. */
export function placesOf(tenantId: string | undefined, claims: Claims | undefined): readonly Place[] {
  if (!tenantId || !claims) return [];
  const places: readonly Place[] = [
    { to: '/students', label: 'header.students', needs: { permission: 'nav.students' } },
    { to: '/organizations', label: 'header.organizations', needs: { superAdmin: true } },
    {
      to: `/settings/${tenantId}/certificates`,
      label: 'header.settings',
      needs: { permission: 'settings.view' },
    },
  ];
  return places.filter((place) => decide(claims, place.needs) === 'pass');
}

function Person() {
  const { t } = useTranslation();
  const user = currentUser(useStore(session));
  return (
    <>
      <LanguageSwitch />
      <span className="person">
        <Name text={user?.email} />
      </span>
      <button type="button" className="link" onClick={() => void signOut()}>
        {t('header.signOut')}
      </button>
    </>
  );
}
