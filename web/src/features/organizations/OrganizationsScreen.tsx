import { organizationsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { SelectField, TextField } from '../../ui/field/Field.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Pager } from '../../ui/pager/Pager.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { Dialogs } from './Dialogs.tsx';
import { OrganizationTable } from './OrganizationTable.tsx';
import type { Open } from './open.ts';
import { Reports } from './Reports.tsx';
import { identities, pageSize, pauses, queryOf, useView, type View } from './view.ts';

const pauseAfterKey = 250;

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
  const narrowed = view.search !== '' || view.identity !== '' || view.paused !== '';
  return (
    <main className="list organizations" id="page" tabIndex={-1}>
      <PageTitle>{t('organizations.title')}</PageTitle>
      <Crumbs />
      <div className="title">
        <h1>{t('organizations.title')}</h1>
        {list.data ? (
          <p className="total num">
            {narrowed
              ? t('organizations.found', { count: total, number: format.count(total) })
              : t('organizations.total', { count: total, number: format.count(total) })}
          </p>
        ) : null}
      </div>
      <WaitingReports />
      <Filters view={view} onChange={narrow} />
      {list.isError && !page ? (
        <Broken title={t('organizations.broken')} error={list.error} onRetry={() => void list.refetch()} />
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
      <OpenReports />
      <Dialogs open={open} onClose={() => setOpen(null)} />
    </main>
  );
}

const useWaiting = (): number =>
  useQuery(reading(organizationsApi, 'reports', { query: { closed: 'false', limit: 1 } })).data?.total ?? 0;

/** Open reports may be about an organization on another page, so they are shown above the list. */
function WaitingReports() {
  const { t } = useTranslation();
  const format = useFormat();
  const waiting = useWaiting();
  if (waiting === 0) return null;
  return (
    <div className="note note--warn">
      <Icon name="bang" />
      <p>
        {t('organizations.reports.waiting', { count: waiting, number: format.count(waiting) })}{' '}
        <a href="#reports">{t('organizations.reports.read')}</a>
      </p>
    </div>
  );
}

function OpenReports() {
  return useWaiting() > 0 ? <Reports /> : null;
}

function Filters({ view, onChange }: { view: View; onChange: (change: Partial<View>) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(view.search);
  useEffect(() => setTyped(view.search), [view.search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a keystroke starts the timer.
  useEffect(() => {
    if (typed.trim() === view.search) return;
    const timer = setTimeout(() => onChange({ search: typed.trim() }), pauseAfterKey);
    return () => clearTimeout(timer);
  }, [typed, view.search]);
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
