import '../../ui/table/entries.css';
import { limits, type Organization } from '@sello/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/format.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Badge } from '../../ui/badge/Badge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { IdentityBadge } from './IdentityBadge.tsx';
import { Owner } from './Owner.tsx';
import type { Open } from './open.ts';

interface Props {
  /** Undefined while the first page loads. */
  page: readonly Organization[] | undefined;
  onOpen: (open: Open) => void;
}

export function OrganizationTable({ page, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <table className="table table--entry op" aria-busy={page === undefined}>
      <thead>
        <tr>
          <th>{t('organizations.columns.name')}</th>
          <th>{t('organizations.columns.identity')}</th>
          <th>{t('organizations.columns.since')}</th>
          <th className="end">{t('organizations.columns.students')}</th>
          <th className="end">{t('organizations.columns.issued')}</th>
          <th>{t('organizations.columns.mail')}</th>
          <th>{t('organizations.columns.signIns')}</th>
          <th className="act">
            <span className="hide">{t('organizations.columns.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {page
          ? page.map((one) => <OrganizationRow key={one._id} organization={one} onOpen={onOpen} />)
          : Array.from({ length: limits.skeletonRows.students }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key.
              <tr key={line} className="waiting">
                <td className="name">
                  <Skeleton width={190} />
                </td>
                <td className="idn">
                  <Skeleton width={96} />
                </td>
                <td className="gone" colSpan={6} />
              </tr>
            ))}
      </tbody>
    </table>
  );
}

/** Memoized: renders again only when its organization changes. */
const OrganizationRow = memo(function OrganizationRow({
  organization,
  onOpen,
}: {
  organization: Organization;
  onOpen: (open: Open) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const pathTo = usePathTo();
  const { _id, name, owner, ownerName, createdAt, identity, students, issued, reports } = organization;
  return (
    <tr>
      <td className="name">
        <Link to={pathTo('organizations', { organizationId: _id })} className="plain">
          <Name text={name} />
        </Link>
        <small>
          <Owner organization={{ owner, ownerName }} />
          {reports > 0 ? (
            <span className="warn"> · {t('organizations.openReports', { count: reports })}</span>
          ) : null}
        </small>
      </td>
      <td className="idn">
        <IdentityBadge identity={identity} />
        <IdentityLine organization={organization} />
      </td>
      <td className="gone nowrap">{format.shortDayOf(createdAt)}</td>
      <td className="end gone">{format.count(students)}</td>
      <td className="end gone">{format.count(issued)}</td>
      <td className="two">
        <span className="only-narrow">{t('organizations.columns.mail')} </span>
        <State paused={organization.mailPause !== undefined} otherwise={t('organizations.goingOut')} />
      </td>
      <td className="two">
        <span className="only-narrow">{t('organizations.columns.signIns')} </span>
        {organization.deletion ? (
          <Badge tone="bad" icon="stop">
            {t('organizations.deleted')}
          </Badge>
        ) : (
          <State paused={organization.signInsPause !== undefined} otherwise={t('organizations.open')} />
        )}
      </td>
      <td className="act">
        {identity.kind === 'unproven' ? (
          <Button kind="line" size="small" onClick={() => onOpen({ is: 'confirm', organization })}>
            {t('organizations.confirm.open')}
            <span className="hide">
              {' '}
              <Name text={name} />
            </span>
          </Button>
        ) : null}
        {identity.kind === 'operator' ? (
          <Button kind="bare" size="small" onClick={() => onOpen({ is: 'withdraw', organization })}>
            {t('organizations.withdraw.open')}
            <span className="hide">
              {' '}
              <Name text={name} />
            </span>
          </Button>
        ) : null}
      </td>
    </tr>
  );
});

/** The evidence for the identity, or against it. */
function IdentityLine({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { identity, confirmation, looksLike, claimedDomain } = organization;
  if (looksLike) {
    return <small className="warn">{t('organizations.looksLike', { name: looksLike.name })}</small>;
  }
  if (identity.kind === 'domain') {
    return (
      <small>
        <Name text={identity.domain} />
      </small>
    );
  }
  if (identity.kind === 'operator' && confirmation) {
    return (
      <small>
        {format.shortDayOf(confirmation.at)}, <Name text={confirmation.by} />
      </small>
    );
  }
  if (claimedDomain) {
    return (
      <small>
        <Name text={claimedDomain} />, {t('organizations.notVerified')}
      </small>
    );
  }
  return null;
}

function State({ paused, otherwise }: { paused: boolean; otherwise: string }) {
  const { t } = useTranslation();
  if (!paused) return <span className="mute">{otherwise}</span>;
  return (
    <Badge tone="bad" icon="stop">
      {t('organizations.paused')}
    </Badge>
  );
}
