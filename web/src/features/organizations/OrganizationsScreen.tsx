import { organizationsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepWithinTenant, reading } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { SelectField, TextField } from '../../ui/field/Field.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { Dialogs } from './Dialogs.tsx';
import { OrganizationTable } from './OrganizationTable.tsx';
import type { Open } from './open.ts';
import { identities, pageSize, pauses, queryOf, useView, type View } from './view.ts';

const pauseAfterKey = 250;

/** Every organization on this server: who vouches for it, and whether it may send and sign in. */
export function OrganizationsScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, narrow, next, previous } = useView();
  const [open, setOpen] = useState<Open>(null);
  const list = useQuery({
    ...reading(organizationsApi, 'list', { query: queryOf(view) }),
    placeholderData: keepWithinTenant,
  });
  const page = list.data?.items;
  const total = list.data?.total ?? 0;
  const first = view.cursors.length * pageSize;
  const narrowed = view.search !== '' || view.identity !== '' || view.paused !== '';
  return (
    <main className="list organizations" id="page" tabIndex={-1}>
      <PageTitle>{t('organizations.title')}</PageTitle>
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
        <div className="foot num">
          <span>
            {t('organizations.range', {
              from: format.count(first + 1),
              to: format.count(first + page.length),
              total: format.count(total),
            })}
          </span>
          <span className="push row pages">
            <button type="button" className="link" disabled={view.cursors.length === 0} onClick={previous}>
              {t('organizations.previous')}
            </button>
            <button
              type="button"
              className="link"
              disabled={!list.data?.nextCursor}
              onClick={() => list.data?.nextCursor && next(list.data.nextCursor)}
            >
              {t('organizations.next')}
            </button>
          </span>
        </div>
      ) : null}
      <Dialogs open={open} onClose={() => setOpen(null)} />
    </main>
  );
}

function Filters({ view, onChange }: { view: View; onChange: (change: Partial<View>) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(view.search);
  useEffect(() => setTyped(view.search), [view.search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a key starts the wait.
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
