import { type OrganizationDetails, organizationsApi, type Pausable } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { type Fact, Facts } from '../../ui/facts/Facts.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { Dialogs } from './Dialogs.tsx';
import { IdentityBadge } from './IdentityBadge.tsx';
import { NameComparison } from './NameComparison.tsx';
import { Owner } from './Owner.tsx';
import type { Open } from './open.ts';
import { Reports } from './Reports.tsx';

/** One organization for the operator: its identity, what it may do, and the reports about it. */
export function OrganizationScreen({ id }: { id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState<Open>(null);
  const answer = useQuery(reading(organizationsApi, 'get', { query: { id } }));
  const organization = answer.data;
  const name = organization?.name ?? t('organizations.one');
  return (
    <main className="list organizations" id="page" tabIndex={-1}>
      <PageTitle>{name}</PageTitle>
      <Crumbs part={<Name text={name} />} />
      <div className="title">
        <h1>
          <Name text={name} />
        </h1>
        {organization ? (
          <p className="total">{t('organizations.since', { day: format.dayOf(organization.createdAt) })}</p>
        ) : null}
      </div>
      {organization ? (
        <>
          <div className="odet">
            <Identity organization={organization} onOpen={setOpen} />
            <Rights organization={organization} onOpen={setOpen} />
          </div>
          <Reports id={id} />
          <Dialogs open={open} onClose={() => setOpen(null)} />
        </>
      ) : answer.isError ? (
        <Broken
          title={t('organizations.brokenOne')}
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      ) : organization === null ? (
        <Empty title={t('errors.tenant_not_found')} />
      ) : (
        <div className="odet" aria-busy="true">
          <Skeleton width={320} />
          <Skeleton width={320} />
        </div>
      )}
    </main>
  );
}

interface PartProps {
  organization: OrganizationDetails;
  onOpen: (open: Open) => void;
}

function Identity({ organization, onOpen }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { identity, confirmation, looksLike, publicName, claimedDomain } = organization;
  const facts: Fact[] = [
    { term: t('organizations.state'), value: <IdentityBadge identity={identity} /> },
    { term: t('organizations.publicName'), value: <Name text={publicName} /> },
    { term: t('organizations.owner'), value: <Owner organization={organization} /> },
    ...(identity.domain ? [{ term: t('organizations.domain'), value: <Name text={identity.domain} /> }] : []),
    ...(claimedDomain
      ? [
          {
            term: t('organizations.domain'),
            value: (
              <>
                <Name text={claimedDomain} />, {t('organizations.notVerified')}
              </>
            ),
          },
        ]
      : []),
    ...(confirmation
      ? [
          {
            term: t('organizations.confirmedBy'),
            value: (
              <>
                <Name text={confirmation.by} />, {format.dayOf(confirmation.at)}
              </>
            ),
          },
          { term: t('organizations.confirm.how'), value: <Name text={confirmation.how} /> },
        ]
      : []),
    ...(['members', 'students', 'issued'] as const).map((count) => ({
      term: t(`organizations.columns.${count}`),
      value: format.count(organization[count]),
    })),
  ];
  return (
    <section>
      <h2>{t('organizations.columns.identity')}</h2>
      {looksLike ? (
        <NameComparison
          name={organization.name}
          note={t('organizations.looksLike', { name: looksLike.name })}
          other={looksLike.name}
        />
      ) : null}
      <Facts facts={facts} />
      <div className="row acts">
        {confirmation ? (
          <Button kind="line" size="small" onClick={() => onOpen({ is: 'withdraw', organization })}>
            {t('organizations.withdraw.open')}
          </Button>
        ) : (
          <Button kind="line" size="small" onClick={() => onOpen({ is: 'confirm', organization })}>
            {t('organizations.confirm.open')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Rights({ organization, onOpen }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { hour, day, refused } = organization.mail;
  const sent = ({ sent, limit }: typeof hour): string =>
    limit === null
      ? format.count(sent)
      : t('organizations.sentOf', { sent: format.count(sent), limit: format.count(limit) });
  return (
    <section>
      <h2>{t('organizations.may')}</h2>
      <ul className="perils">
        <Right organization={organization} what="mail" onOpen={onOpen} />
        <Right organization={organization} what="signIns" onOpen={onOpen} />
      </ul>
      <Facts
        facts={[
          { term: t('organizations.mailHour'), value: sent(hour) },
          { term: t('organizations.mailDay'), value: sent(day) },
          { term: t('organizations.refused'), value: t('organizations.ofLast100', { count: refused }) },
        ]}
      />
    </section>
  );
}

function Right({
  organization,
  what,
  onOpen,
}: {
  organization: OrganizationDetails;
  what: Pausable;
  onOpen: PartProps['onOpen'];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const when = (at: string) => ({ day: format.dayOf(at), time: format.time(at) });
  const pause = what === 'mail' ? organization.mailPause : organization.signInsPause;
  return (
    <li>
      <span>
        <b>{t(`organizations.${pause ? 'isPaused' : 'isOpen'}.${what}`)}</b>
        {pause ? (
          <small>
            {pause.by === undefined ? (
              t('organizations.pausedByItself', {
                ...when(pause.at),
                count: organization.mail.refused,
                of: 100,
              })
            ) : (
              <>
                {t('organizations.pausedBy', { ...when(pause.at), by: pause.by })}{' '}
                <q>
                  <Name text={pause.reason} />
                </q>
              </>
            )}
          </small>
        ) : null}
      </span>
      {pause ? (
        <Button kind="line" size="small" onClick={() => onOpen({ is: 'resume', organization, what })}>
          {t('organizations.letGoOn')}
        </Button>
      ) : (
        <Button kind="danger" size="small" onClick={() => onOpen({ is: 'pause', organization, what })}>
          {t(`organizations.pause.${what}.open`)}
        </Button>
      )}
    </li>
  );
}
