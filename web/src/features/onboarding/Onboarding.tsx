import '../../ui/choices/choices.css';
import './onboarding.css';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { currentUser, session } from '../../auth/session.ts';
import { useStore } from '../../state/useStore.ts';
import { usePendingInvites } from '../../tenancy/joining.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { CreateOrganization } from './CreateOrganization.tsx';
import { JoinByCode } from './JoinByCode.tsx';

/** For people without an organization, or who want another one: `?mode=select` or `create`. */
export function Onboarding() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const mode = query.get('mode');
  return (
    <main className="wrap onboarding" id="page" tabIndex={-1}>
      <PageTitle>{t('onboarding.create')}</PageTitle>
      {mode === 'create' ? <CreateOrganization /> : mode === 'join' ? <JoinByCode /> : <Select />}
    </main>
  );
}

function Select() {
  const { t } = useTranslation();
  return (
    <div className="two">
      <div>
        <h1>{t('onboarding.selectTitle')}</h1>
        <p className="lead">{t('onboarding.selectText')}</p>
      </div>
      <div>
        <ul className="choices">
          <li>
            <Link to="?mode=create">
              <b>{t('onboarding.create')}</b>
              <small>{t('onboarding.createText')}</small>
              <Icon name="back" />
            </Link>
          </li>
          <li>
            <Link to="?mode=join">
              <b>{t('onboarding.join')}</b>
              <small>{t('onboarding.joinText')}</small>
              <Icon name="back" />
            </Link>
          </li>
        </ul>
        <Waiting />
      </div>
    </div>
  );
}

/** Whether invitations wait for the address that the person signed in with. */
function Waiting() {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const user = currentUser(useStore(session));
  const { data: invites } = usePendingInvites();
  if (!user || !invites) return null;
  const parts = { name: <Name text={user.email} /> };
  if (invites.length === 0) {
    return (
      <p className="hint">
        <Rich text={t('onboarding.waiting')} parts={parts} />
      </p>
    );
  }
  return (
    <p className="hint">
      <Rich text={t('onboarding.waitingNow')} parts={parts} />{' '}
      <Link to={pathTo('pendingInvites')}>{t('onboarding.seeInvites')}</Link>
    </p>
  );
}
