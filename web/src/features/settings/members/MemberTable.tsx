import { type Member, type TenantRole, tenantRole } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentUser, session } from '../../../auth/session.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useStore } from '../../../state/useStore.ts';
import { useClaims } from '../../../tenancy/useTenancy.ts';
import { Badge } from '../../../ui/badge/Badge.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu/Menu.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { SortHead } from '../../../ui/table/SortHead.tsx';
import { type Asked, MemberDialog } from './MemberDialog.tsx';
import { reasonAgainst } from './rules.ts';

interface Props {
  tenantId: string;
  /** Undefined while they load. */
  members: readonly Member[] | undefined;
  /** How many active owners there are. */
  owners: number;
  sort: string;
  onSort: (field: 'joinedAt' | 'userName') => void;
}

export function MemberTable({ tenantId, members, owners, sort, onSort }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked>();
  const header = (field: 'joinedAt' | 'userName', label: string, className?: string) => (
    <SortHead
      className={className}
      sorted={sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined}
      onSort={() => onSort(field)}
    >
      {label}
    </SortHead>
  );
  return (
    <>
      <table className="table mem" aria-busy={members === undefined || undefined}>
        <thead className="heads">
          <tr>
            {header('userName', t('members.member'))}
            <th>{t('members.role')}</th>
            <th>{t('members.status')}</th>
            {header('joinedAt', t('members.joined'), 'joined')}
            <th className="act">
              <span className="hide">{t('members.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members
            ? members.map((member) => (
                <Row key={member._id} member={member} owners={owners} onAsk={setAsked} />
              ))
            : [0, 1, 2, 3].map((row) => (
                <tr key={row}>
                  <td className="name">
                    <Skeleton width={220} />
                  </td>
                  <td className="role">
                    <Skeleton width={70} />
                  </td>
                  <td className="status">
                    <Skeleton width={60} />
                  </td>
                  <td className="joined">
                    <Skeleton width={80} />
                  </td>
                  <td className="act" />
                </tr>
              ))}
        </tbody>
      </table>
      {asked ? <MemberDialog tenantId={tenantId} asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

const statuses = {
  active: { tone: 'ok', icon: 'check' },
  pending: { tone: 'plain', icon: 'clock' },
  blocked: { tone: 'bad', icon: 'stop' },
} as const;

function Row({ member, owners, onAsk }: { member: Member; owners: number; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const user = currentUser(useStore(session));
  const { claims } = useClaims();
  const { userEmail, userName, role, status, joinedAt } = member;
  const isOwn = user?.email.toLowerCase() === userEmail.toLowerCase();
  const roles = claims?.roles ?? [];
  const against = reasonAgainst(member, { isOwn, roles, owners });
  const mayOwn = roles.includes('owner') || roles.includes('super_admin');
  const reason = against && t(`members.against.${against}`);
  const { tone, icon } = statuses[status];
  const entries: MenuEntry[] = [
    ...(mayOwn && status === 'active' && role !== 'owner'
      ? [{ id: 'transfer', label: t('members.transfer'), run: () => onAsk({ what: 'transfer', member }) }]
      : []),
    status === 'blocked'
      ? { id: 'unblock', label: t('members.unblock'), run: () => onAsk({ what: 'unblock', member }) }
      : { id: 'block', label: t('members.block'), run: () => onAsk({ what: 'block', member }) },
    {
      id: 'remove',
      label: t('members.remove'),
      danger: true,
      cut: true,
      run: () => onAsk({ what: 'remove', member }),
    },
  ];
  return (
    <tr>
      <td className="name">
        <Name text={userEmail} strong /> {isOwn ? <span className="mute">{t('members.you')}</span> : null}
        {userName !== '' && userName !== userEmail ? (
          <small>
            <Name text={userName} />
          </small>
        ) : null}
      </td>
      <td className="role">
        <select
          className="select select--bare"
          aria-label={t('members.roleOf', { name: userEmail })}
          value={role}
          disabled={against !== undefined}
          title={reason}
          onChange={(event) => onAsk({ what: 'role', member, role: event.target.value as TenantRole })}
        >
          {tenantRole.options.map((one) => (
            <option key={one} value={one} disabled={one === 'owner' && !mayOwn}>
              {t(`common.roles.${one}`)}
            </option>
          ))}
        </select>
        {reason && !isOwn ? <small className="mute">{reason}</small> : null}
      </td>
      <td className="status">
        <Badge tone={tone} icon={icon}>
          {t(`members.statuses.${status}`)}
        </Badge>
      </td>
      <td className="nowrap joined">
        <span className="only-narrow">{t('members.joined')} </span>
        {format.shortDayOf(joinedAt)}
      </td>
      <td className="act">
        {against === undefined ? (
          <Menu
            label={t('members.actionsFor', { name: userEmail })}
            triggerClass="icon-btn"
            trigger={<Icon name="dots" />}
            entries={entries}
          />
        ) : null}
      </td>
    </tr>
  );
}
