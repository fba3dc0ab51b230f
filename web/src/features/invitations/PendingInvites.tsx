import './invitations.css';
import { membersApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { type PendingInvite, useJoined, usePendingInvites } from '../../tenancy/joining.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Badge } from '../../ui/badge/Badge.tsx';
import { Button, buttonClass } from '../../ui/button/Button.tsx';
import { keepFocus } from '../../ui/focus/keepFocus.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';

/** The invitations that wait for the signed-in person; without any, the choice between creating and joining. */
export function PendingInvites() {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const { navigate } = useNavigation();
  const { data: invites, error, refetch } = usePendingInvites();
  const [hasJoined, setJoined] = useState(false);
  const onboarding = pathTo('onboarding');
  // After the last one the person has an organization.
  const next = hasJoined ? pathTo('landing') : onboarding;
  const isEmpty = invites?.length === 0;
  useEffect(() => {
    if (isEmpty) navigate(next, { replace: true });
  }, [isEmpty, navigate, next]);

  return (
    <main className="wrap invitation" id="page" tabIndex={-1} aria-busy={!invites || undefined}>
      <PageTitle>{t('invites.title')}</PageTitle>
      {/* The heading's number of lines is not known while it waits: it is replaced, not stretched. */}
      <div className="two" key={invites ? 'here' : 'waiting'}>
        <div>
          <h1>{invites ? t('invites.pending', { count: invites.length }) : t('invites.title')}</h1>
          <p className="lead">{t('invites.pendingLead')}</p>
        </div>
        <div>
          {invites ? (
            <table className="table inv">
              <thead>
                <tr>
                  <th>{t('invites.organization')}</th>
                  <th className="date">{t('invites.date')}</th>
                  <th>{t('invites.ends')}</th>
                  <th className="act">
                    <span className="hide">{t('invites.acceptShort')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {invites.map((invite) => (
                  <Row key={invite._id} invite={invite} onJoined={() => setJoined(true)} />
                ))}
              </tbody>
            </table>
          ) : error ? (
            <div className="note note--bad ruled" role="alert">
              <Icon name="ringCross" />
              <p>{causeOf(error, t)}</p>
              <Button kind="line" size="small" icon="retry" onClick={() => void refetch()}>
                {t('common.tryAgain')}
              </Button>
            </div>
          ) : (
            <Skeleton />
          )}
          <div className="form-acts">
            <Link className={buttonClass('bare')} to={`${onboarding}?mode=create`}>
              <Icon name="plus" />
              {t('invites.createInstead')}
            </Link>
          </div>
        </div>
      </div>
    </main>
  );
}

interface RowProps {
  invite: PendingInvite;
  onJoined: () => void;
}

function Row({ invite, onJoined }: RowProps) {
  const { _id, tenantName, identity, inviter, createdAt, expiresAt } = invite;
  const { t } = useTranslation();
  const format = useFormat();
  const joined = useJoined();
  const queries = useQueryClient();
  const accept = useSaving({
    mutationFn: async (_, signal) => {
      const answer = await call(membersApi, 'accept-invite', { body: { inviteId: _id }, signal });
      onJoined();
      toast({ tone: 'ok', title: t('invites.joined', { name: tenantName }) });
      await joined(answer);
    },
    onError: (error) => {
      toastError(error, t);
      // It may have been revoked or have expired meanwhile.
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <tr>
      <td className="name">
        <Name text={tenantName} strong />
        {inviter ? (
          <small className="mute">
            <Rich text={t('invites.by')} parts={{ name: <Name text={inviter} /> }} />
          </small>
        ) : null}
        {identity.kind === 'unproven' ? (
          <Badge tone="warn" icon="bang">
            {t('invites.unprovenShort')}
          </Badge>
        ) : null}
      </td>
      <td className="nowrap when">
        <span className="of">{t('invites.date')} </span>
        {format.shortDayOf(createdAt)}
      </td>
      <td className="nowrap when mute">
        <span className="of">{t('invites.ends')} </span>
        {format.shortDayOf(expiresAt)}
      </td>
      <td className="act">
        <Button
          size="small"
          kind="line"
          working={accept.isPending}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget);
            accept.mutate();
          }}
          aria-label={t('invites.acceptOf', { name: tenantName })}
        >
          {accept.isPending ? t('invites.accepting') : t('invites.acceptShort')}
        </Button>
        <Cancel work={accept} size="small" />
      </td>
    </tr>
  );
}
