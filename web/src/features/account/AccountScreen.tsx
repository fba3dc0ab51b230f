import './account.css';
import { useTranslation } from 'react-i18next';
import { currentUser, session } from '../../auth/session.ts';
import { useStore } from '../../state/useStore.ts';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { Facts } from '../../ui/facts/Facts.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { Organizations } from './Organizations.tsx';
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
