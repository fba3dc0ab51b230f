import './invitations.css';
import { membersApi, readInviteReference } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../../api/index.ts';
import { reading } from '../../api/reading.ts';
import { signIn, signOut } from '../../auth/index.ts';
import { currentUser, session } from '../../auth/session.ts';
import { useSignIn } from '../../auth/useSignIn.ts';
import { causeOf } from '../../errors/describe.ts';
import { useStarted } from '../../state/useStarted.ts';
import { useStore } from '../../state/useStore.ts';
import { type PendingInvite, useJoined, usePendingInvites } from '../../tenancy/joining.ts';
import { useParamsOf, usePathTo } from '../../tenancy/routes.ts';
import { Button, buttonClass } from '../../ui/button/Button.tsx';
import { Facts } from '../../ui/facts/Facts.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import { useSaving, type Work } from '../../ui/saving/useSaving.ts';
import { PageTitle } from '../../ui/title/PageTitle.tsx';

/** How long the confirmation stays before the page goes home, ms. */
const confirmedMs = 5_000;
/** What these codes mean for the reader of the page: there is nothing to accept. */
const gone = ['invalid_invite', 'invitation_expired', 'not_found', 'tenant_not_found'];

/** One invitation: who invites, and what this person can do about it. */
export function Invitation() {
  const { inviteId: reference = '' } = useParamsOf('acceptInvite');
  const { inviteId, secret } = readInviteReference(reference);
  const user = currentUser(useStore(session));
  const asked = reading(membersApi, 'get-invite-info', { query: { inviteId: reference } });
  const info = useQuery({ ...asked, retry: 1, enabled: secret !== undefined });
  const pending = usePendingInvites();
  const joined = useJoined();
  const accept = useSaving({
    mutationFn: async (_, signal) => {
      const body = { inviteId, userName: user?.name };
      const answer = await call(membersApi, 'accept-invite', { body, signal });
      await joined(answer);
      return answer;
    },
  });

  const fault = accept.error ?? info.error ?? (user ? pending.error : null);
  const retry = (): void => {
    if (accept.error) accept.mutate();
    else void Promise.all([info.refetch(), pending.refetch()]);
  };
  if (accept.data) return <Accepted name={accept.data.tenantName} />;
  if (fault instanceof ApiError && gone.includes(fault.code)) return <Gone />;
  if (fault && !accept.isPending) return <Broken error={fault} onRetry={retry} />;
  if ((secret !== undefined && info.data === undefined) || (user && pending.data === undefined))
    return <Waiting />;
  if (info.data === null || (info.data && info.data.state !== 'pending')) return <Gone />;
  const tenantName = info.data?.tenantName;
  if (!user) return <SignedOut name={tenantName} />;
  const invite = pending.data?.find(({ _id }) => _id === inviteId);
  // By the id alone nobody learns whether it is somebody else's.
  if (invite === undefined) return tenantName === undefined ? <Gone /> : <OtherAddress name={tenantName} />;
  return <Accept invite={invite} work={accept} onAccept={() => accept.mutate()} />;
}

function Page({ title, name, children }: { title: string; name?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <main className="wrap invitation" id="page" tabIndex={-1}>
      <PageTitle>{t('invites.title')}</PageTitle>
      <div className="two">
        <div>
          {name ? (
            <span className="crest" aria-hidden="true">
              {[...name.trim()][0]?.toLocaleUpperCase() ?? '·'}
            </span>
          ) : null}
          <h1>
            <Rich text={title} parts={{ name: <Name text={name} /> }} />
          </h1>
        </div>
        <div>{children}</div>
      </div>
    </main>
  );
}

function Ruled({
  tone,
  role,
  children,
}: {
  tone: 'ok' | 'warn' | 'bad';
  role?: string;
  children: ReactNode;
}) {
  const icons = { ok: 'ringCheck', warn: 'bang', bad: 'ringCross' } as const;
  return (
    <div className={`note note--${tone} ruled`} role={role}>
      <Icon name={icons[tone]} />
      <p>{children}</p>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <main className="wrap invitation" id="page" tabIndex={-1} aria-busy="true">
      <PageTitle>{t('invites.title')}</PageTitle>
      <div className="two">
        <h1 className="hide">{t('common.opening')}</h1>
        <span className="skel" />
      </div>
    </main>
  );
}

interface AcceptProps {
  invite: PendingInvite;
  work: Work;
  onAccept: () => void;
}

function Accept({ invite: { tenantName: name, identity, inviter }, work, onAccept }: AcceptProps) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const user = currentUser(useStore(session));
  return (
    <Page title={t('invites.invitesYou')} name={name}>
      {identity.kind === 'unproven' ? (
        <Ruled tone="warn">
          <Rich
            text={t(inviter ? 'invites.unproven' : 'invites.unprovenWithout')}
            parts={{ name: <Name text={name} />, inviter: <Name text={inviter} /> }}
          />
        </Ruled>
      ) : null}
      <Facts
        facts={[
          ...(inviter ? [{ term: t('invites.invitedBy'), value: <Name text={inviter} /> }] : []),
          {
            term: t('invites.invited'),
            value: <Rich text={t('invites.invitedAs')} parts={{ name: <Name text={user?.email} /> }} />,
          },
          { term: t('invites.joinAs'), value: t('invites.joinAsText') },
          { term: t('invites.then'), value: t('invites.thenLeave') },
        ]}
      />
      <div className="form-acts">
        <Button working={work.isPending} onClick={onAccept}>
          {t('invites.accept')}
        </Button>
        <Cancel work={work} />
        {work.isPending ? null : (
          <Link className={buttonClass('bare')} to={pathTo('landing')}>
            {t('invites.notNow')}
          </Link>
        )}
      </div>
    </Page>
  );
}

/** Without a name when the link has no secret: whoever is invited sees the rest once signed in. */
function SignedOut({ name }: { name: string | undefined }) {
  const { t } = useTranslation();
  const { start, working, message } = useSignIn(`${location.pathname}${location.search}`);
  return (
    <Page title={t(name === undefined ? 'invites.forYou' : 'invites.invitesYou')} {...(name && { name })}>
      <Facts
        facts={[
          { term: t('invites.first'), value: t('invites.firstSignIn') },
          { term: t('invites.then'), value: t('invites.thenBack') },
          { term: t('invites.notYou'), value: t('invites.notYouText') },
        ]}
      />
      <div className="form-acts">
        <Button working={working} onClick={start}>
          {t('invites.signInToAccept')}
        </Button>
      </div>
      {message ? (
        <p role="alert" className="bad">
          {message}
        </p>
      ) : null}
    </Page>
  );
}

function OtherAddress({ name }: { name: string }) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const user = currentUser(useStore(session));
  const leaving = useStarted();
  // Signed out, the page is another one, which has the button to sign in if that did not begin.
  const change = async (): Promise<void> => {
    await signOut();
    await signIn(`${location.pathname}${location.search}`);
  };
  return (
    <Page title={t('invites.invitesOther')} name={name}>
      <Ruled tone="warn">
        <Rich text={t('invites.other')} parts={{ name: <Name text={user?.email} strong /> }} />
      </Ruled>
      <div className="form-acts">
        <Button working={leaving.isPending} onClick={() => leaving.start(change)}>
          {t('invites.signInOther')}
        </Button>
        <Link className={buttonClass('bare')} to={pathTo('landing')}>
          {t('common.goHome')}
        </Link>
      </div>
      {leaving.error ? (
        <p role="alert" className="bad">
          {t('common.error')}
        </p>
      ) : null}
    </Page>
  );
}

function Accepted({ name }: { name: string }) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const { navigate } = useNavigation();
  const home = pathTo('landing');
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    if (isStaying) return;
    const timer = setTimeout(() => navigate(home, { replace: true }), confirmedMs);
    return () => clearTimeout(timer);
  }, [home, isStaying, navigate]);
  return (
    <Page title={t('invites.in')} name={name}>
      <Ruled tone="ok" role="status">
        <Rich text={t('invites.accepted')} parts={{ name: <Name text={name} /> }} />
      </Ruled>
      <div className="form-acts">
        <Link className={buttonClass('line')} to={pathTo('students')} onFocus={() => setStaying(true)}>
          {t('invites.open')}
        </Link>
      </div>
    </Page>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <Page title={t('invites.notFoundTitle')}>
      <p className="long">{t('invites.notFound')}</p>
      <Home />
    </Page>
  );
}

function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const cause = error instanceof ApiError ? causeOf(error, t) : t('common.error');
  return (
    <Page title={t('invites.brokenTitle')}>
      <Ruled tone="bad" role="alert">
        {cause} {t('invites.untouched')}
      </Ruled>
      <div className="form-acts">
        <Button icon="retry" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
        <Link className={buttonClass('line')} to={pathTo('landing')}>
          {t('common.goHome')}
        </Link>
      </div>
    </Page>
  );
}

function Home() {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  return (
    <div className="form-acts">
      <Link className={buttonClass('line')} to={pathTo('landing')}>
        <Icon name="back" />
        {t('common.goHome')}
      </Link>
    </div>
  );
}
