import './account.css';
import { useTranslation } from 'react-i18next';
import { currentUser, session } from '../../auth/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { Facts } from '../../ui/facts/Facts.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { Sessions } from './Sessions.tsx';

/** The signed-in person: who they are, where they belong, and the browsers that they are signed in with. */
export function AccountScreen() {
  const { t } = useTranslation();
  const user = currentUser(useStore(session));
  return (
    <main className="wrap wrap--app account" id="page" tabIndex={-1}>
      <PageTitle>{t('account.title')}</PageTitle>
      <Crumbs />
      <h1>{t('account.title')}</h1>
      <section className="set">
        <div>
          <h2>{t('account.you')}</h2>
          <p>{t('account.youText')}</p>
        </div>
        <Facts
          facts={[
            { term: t('account.name'), value: <Name text={user?.name} /> },
            { term: t('account.email'), value: <Name text={user?.email} /> },
          ]}
        />
      </section>
      <Organizations />
      <Sessions />
    </main>
  );
}

function Organizations() {
  const { t } = useTranslation();
  const format = useFormat();
  const pathTo = usePathTo();
  const { tenants = [] } = useTenancy();
  return (
    <section className="set">
      <div>
        <h2>{t('account.organizations')}</h2>
      </div>
      {tenants.length === 0 ? (
        <p>
          {t('account.noOrganization')} <Link to={pathTo('onboarding')}>{t('header.createTenant')}</Link>
        </p>
      ) : (
        <table className="table own-organizations">
          <thead>
            <tr>
              <th>{t('account.organization')}</th>
              <th>{t('account.role')}</th>
              <th>{t('account.since')}</th>
            </tr>
          </thead>
          <tbody>
            {tenants.map(({ _id, name, role, joinedAt }) => (
              <tr key={_id}>
                <td className="name">
                  <Link to={pathTo('open', { tenantId: _id })}>
                    <Name text={name} />
                  </Link>
                </td>
                <td>{role ? t(`common.roles.${role}`) : '–'}</td>
                <td className="nowrap">{joinedAt ? format.shortDayOf(joinedAt) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
