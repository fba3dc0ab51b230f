import './invitations.css';
import '../../ui/note/note.css';
import { type OwnSite, type OwnSiteInvitation, openUrl } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { handOver } from '../../auth/handover.ts';
import { onPlatform, ownSite } from '../../state/own-site.ts';
import { useStarted } from '../../state/useStarted.ts';
import { Button, buttonClass } from '../../ui/button/Button.tsx';
import { Facts } from '../../ui/facts/Facts.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Mark } from '../../ui/mark/Mark.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';

/**
 * On an organization's own host, the page of an invitation's link and of joining with a code. Nobody signs in here: it
 * leads to the platform and shows, once the person is back, that they joined.
 */
export function OwnHostInvitation() {
  const { t } = useTranslation();
  if (!ownSite?.invitation) return null;
  const { name, logoUrl, invitation } = ownSite;
  const isCode = invitation.goal === 'code';
  const title = {
    pending: t(isCode ? 'invites.ownHost.join' : 'invites.invitesYou'),
    joined: t('invites.in'),
    gone: t('invites.notFoundTitle'),
  }[invitation.state];
  return (
    <main className="wrap invitation" id="page" tabIndex={-1}>
      <PageTitle>{t('invites.title')}</PageTitle>
      <div className="two">
        <div>
          <Mark publicName={name} logoUrl={logoUrl} size={56} />
          <h1>
            <Rich text={title} parts={{ name: <Name text={name} /> }} />
          </h1>
        </div>
        <div>
          {invitation.state === 'pending' ? (
            <Pending site={ownSite} goal={invitation.goal} />
          ) : invitation.state === 'joined' ? (
            <Joined site={ownSite} invitation={invitation} />
          ) : (
            <p className="lead">{t('invites.notFound')}</p>
          )}
        </div>
      </div>
    </main>
  );
}

function Pending({ site, goal }: { site: OwnSite; goal: string }) {
  const { t } = useTranslation();
  const leaving = useStarted();
  const { host } = new URL(site.platform);
  // The document goes, and until then the button is busy.
  const leave = (): void =>
    leaving.start(async () => {
      location.assign(await handOver(goal));
      await new Promise<never>(() => undefined);
    });
  const platform = <b>{host}</b>;
  const first = t(goal === 'code' ? 'invites.ownHost.firstCode' : 'invites.ownHost.first');
  return (
    <>
      <Facts
        facts={[
          { term: t('invites.first'), value: <Rich text={first} parts={{ platform }} /> },
          { term: t('invites.then'), value: t('invites.ownHost.then') },
          { term: t('invites.notYou'), value: t('invites.notYouText') },
        ]}
      />
      <div className="form-acts">
        <Button working={leaving.isPending} onClick={leave}>
          {t('invites.ownHost.go', { host })}
        </Button>
      </div>
      {leaving.error ? (
        <p role="alert" className="bad">
          {t('auth.cannotStart')}
        </p>
      ) : null}
    </>
  );
}

function Joined({ site, invitation }: { site: OwnSite; invitation: OwnSiteInvitation }) {
  const { t } = useTranslation();
  const { host } = new URL(site.platform);
  return (
    <>
      <div className="note note--ok ruled" role="status">
        <Icon name="ringCheck" />
        <p>
          <Rich text={t('invites.ownHost.joined')} parts={{ name: <Name text={site.name} strong /> }} />
        </p>
      </div>
      <div className="form-acts">
        <a className={buttonClass()} href={onPlatform(site, openUrl(invitation.tenantId))}>
          {t('invites.ownHost.open', { host })}
        </a>
      </div>
    </>
  );
}
