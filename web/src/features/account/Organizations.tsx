import { type Tenant, tenantsApi } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { LeaveDialog } from '../../tenancy/LeaveDialog.tsx';
import { OnlyOwner } from '../../tenancy/OnlyOwner.tsx';
import { usePathTo } from '../../tenancy/routes.ts';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';

/** The person's organizations, which they leave here, and the deleted ones, which their owners restore. */
export function Organizations() {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const { tenants = [] } = useTenancy();
  const [leaving, setLeaving] = useState<Tenant | null>(null);
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
              <th>
                <span className="hide">{t('account.columns.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tenants.map((tenant) => (
              <Row key={tenant._id} tenant={tenant} onLeave={() => setLeaving(tenant)} />
            ))}
          </tbody>
        </table>
      )}
      {leaving ? <LeaveDialog tenant={leaving} onClose={() => setLeaving(null)} /> : null}
    </section>
  );
}

function Row({ tenant, onLeave }: { tenant: Tenant; onLeave: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const pathTo = usePathTo();
  const reason = useId();
  const { _id, name, role, joinedAt, onlyOwner, deletion } = tenant;
  return (
    <tr>
      <td className="name">
        <Link to={pathTo('open', { tenantId: _id })}>
          <Name text={name} />
        </Link>
        {deletion ? (
          <Deletion tenant={tenant} until={deletion.until} />
        ) : onlyOwner ? (
          <OnlyOwner tenantId={_id} id={reason} />
        ) : null}
      </td>
      <td>
        <span className="narrow-term">{t('account.role')} </span>
        {role ? t(`common.roles.${role}`) : '–'}
      </td>
      <td className="nowrap">
        <span className="narrow-term">{t('account.since')} </span>
        {joinedAt ? format.shortDayOf(joinedAt) : '–'}
      </td>
      <td className="end">
        {deletion ? (
          role === 'owner' && isOpenUntil(deletion.until) ? (
            <Restore tenant={tenant} />
          ) : null
        ) : role ? (
          <Button
            kind="bare"
            size="small"
            disabled={onlyOwner}
            aria-label={t('ending.leave.openOf', { name })}
            aria-describedby={onlyOwner ? reason : undefined}
            onClick={onLeave}
          >
            {t('ending.leave.open')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

const isOpenUntil = (until: string): boolean => new Date(until).getTime() > Date.now();

function Deletion({ tenant: { role }, until }: { tenant: Tenant; until: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const when = { day: format.dayOf(until), time: format.time(until) };
  return (
    <span className="hint">
      {t('account.deleted')}{' '}
      {!isOpenUntil(until)
        ? t('ending.deleted.over')
        : role === 'owner'
          ? t('account.restoreUntil', when)
          : t('ending.deleted.ask', when)}
    </span>
  );
}

function Restore({ tenant: { _id: tenantId, name } }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: () => call(tenantsApi, 'restore', { tenantId, body: { tenantId } }),
    onSuccess: () => toast({ tone: 'ok', title: t('account.restored', { name }) }),
    onError: (error) => toastError(error, t),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Button
      kind="line"
      size="small"
      working={restore.isPending}
      aria-label={t('account.restoreOf', { name })}
      onClick={() => restore.mutate()}
    >
      {t('account.restore')}
    </Button>
  );
}
