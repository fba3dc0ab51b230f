import { organizationsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { SelectField, TextField } from '../../ui/field/Field.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Pager } from '../../ui/pager/Pager.tsx';
import { useTyped } from '../../ui/search/SearchField.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { Dialogs } from './Dialogs.tsx';
import { OrganizationTable } from './OrganizationTable.tsx';
import type { Open } from './open.ts';
import { Reports } from './Reports.tsx';
import { identities, pageSize, pauses, queryOf, useView, type View } from './view.ts';

/** Every organization of this server: its identity, and whether it may send e-mails and sign in. */
export function OrganizationsScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, narrow, next, previous } = useView();
  const [open, setOpen] = useState<Open>(null);
  const list = useQuery(reading(organizationsApi, 'list', { query: queryOf(view) }));
  const page = list.data?.items;
  const total = list.data?.total ?? 0;
  const first = view.cursors.length * pageSize;
  const nextCursor = list.data?.nextCursor;
  const waiting = useWaiting();
  const narrowed = view.search !== '' || view.identity !== '' || view.paused !== '';
  return (
    <main className="list organizations" id="page" tabIndex={-1}>
      <PageTitle>{t('organizations.title')}</PageTitle>
      <Crumbs />
      <div className="title">
        <h1>{t('organizations.title')}</h1>
        <p className="total num">
          {list.data
            ? t(narrowed ? 'organizations.found' : 'organizations.total', {
                count: total,
                number: format.count(total),
              })
            : '\u00a0'}
        </p>
      </div>
      {waiting === undefined ? null : (
        <>
          {waiting > 0 ? <WaitingReports count={waiting} /> : null}
          <Filters view={view} onChange={narrow} />
          {list.isError && !page ? (
            <Broken
              title={t('organizations.broken')}
              error={list.error}
              onRetry={() => void list.refetch()}
            />
          ) : null}
          {page?.length === 0 ? (
            <Empty
              title={t('organizations.none')}
              acts={
                narrowed ? (
                  <Button kind="line" onClick={() => narrow({ search: '', identity: '', paused: '' })}>
                    {t('organizations.clear')}
                  </Button>
                ) : null
              }
            >
              {t('organizations.noneText')}
            </Empty>
          ) : null}
          {list.isPending || (page && page.length > 0) ? (
            <OrganizationTable page={page} onOpen={setOpen} />
          ) : null}
          {page && page.length > 0 ? (
            <Pager
              before={first}
              shown={page.length}
              total={total}
              onPrevious={view.cursors.length > 0 ? previous : undefined}
              onNext={nextCursor ? () => next(nextCursor) : undefined}
            />
          ) : null}
        </>
      )}
      {waiting && !list.isPending ? <Reports /> : null}
      <Dialogs open={open} onClose={() => setOpen(null)} />
    </main>
  );
}

/** How many reports are open; undefined while it is not known: the notice stands above the list and would push it down. */
function useWaiting(): number | undefined {
  const reports = useQuery(reading(organizationsApi, 'reports', { query: { closed: 'false', limit: 1 } }));
  return reports.data?.total ?? (reports.failureCount > 0 ? 0 : undefined);
}

/** Open reports may be about an organization on another page, so they are shown above the list. */
function WaitingReports({ count }: { count: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="note note--warn">
      <Icon name="bang" />
      <p>
        {t('organizations.reports.waiting', { count, number: format.count(count) })}{' '}
        <a href="#reports">{t('organizations.reports.read')}</a>
      </p>
    </div>
  );
}

function Filters({ view, onChange }: { view: View; onChange: (change: Partial<View>) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useTyped(view.search, (search) => onChange({ search }));
  return (
    <search className="filters">
      <TextField
        className="by-name"
        type="search"
        label={t('organizations.search')}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label={t('organizations.columns.identity')}
        value={view.identity}
        onChange={(event) => onChange({ identity: event.target.value as View['identity'] })}
      >
        <option value="">{t('organizations.any')}</option>
        {identities.map((kind) => (
          <option key={kind} value={kind}>
            {t(`organizations.identity.${kind}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('organizations.pausedFilter')}
        value={view.paused}
        onChange={(event) => onChange({ paused: event.target.value as View['paused'] })}
      >
        <option value="">{t('organizations.eitherWay')}</option>
        {pauses.map((one) => (
          <option key={one} value={one}>
            {t(`organizations.pausedIs.${one}`)}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
