import './history.css';
import { batchesApi } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { tray } from '../../../batches/store.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useStore } from '../../../state/useStore.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Crumbs } from '../../../ui/crumbs/Crumbs.tsx';
import { Pager } from '../../../ui/pager/Pager.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { Broken, Empty } from '../../../ui/state/State.tsx';
import { PageTitle } from '../../../ui/title/PageTitle.tsx';
import { BatchFilters } from './BatchFilters.tsx';
import { BatchTable } from './BatchTable.tsx';
import { everything, isNarrowed, pageSize, queryOf, useView } from './view.ts';

/** Every batch of the organization, newest first. */
export function BatchesScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { view, narrow, next, previous } = useView();
  const list = useQuery(reading(batchesApi, 'list', { query: queryOf(view) }));
  const starters = useQuery(reading(batchesApi, 'starters', {})).data;
  // A batch that was started or has ended since is read anew; the counts of those that run come with their events.
  const { jobs } = useStore(tray);
  const known = [...jobs.values()].map(({ batch }) => `${batch._id} ${batch.endedAt ?? ''}`).join();
  const seen = useRef(known);
  useEffect(() => {
    if (seen.current === known) return;
    seen.current = known;
    void queries.invalidateQueries({ queryKey: ['batches', 'list'] });
    void queries.invalidateQueries({ queryKey: ['batches', 'starters'] });
  }, [known, queries]);

  const page = list.data?.items;
  const total = list.data?.total ?? 0;
  const nextCursor = list.data?.nextCursor;
  const narrowed = isNarrowed(view);
  return (
    <main className="list batches-page" id="page" tabIndex={-1}>
      <PageTitle>{t('batchPages.title')}</PageTitle>
      <Crumbs />
      <div className="title">
        <h1>{t('batchPages.title')}</h1>
        {starters?.since && !narrowed && list.data ? (
          <p className="total num">
            <Rich
              text={t('batchPages.since', {
                count: total,
                number: format.count(total),
                day: format.dayOf(starters.since),
              })}
              parts={{ b: <b className="strong" /> }}
            />
          </p>
        ) : null}
      </div>
      <BatchFilters view={view} people={starters?.items ?? []} onChange={narrow} />
      <p className="hide" role="status">
        {page ? t('batchPages.found', { count: total, number: format.count(total) }) : t('common.loading')}
      </p>
      {list.isError && !page ? (
        <Broken title={t('batchPages.broken')} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {page?.length === 0 ? (
        <Empty
          title={narrowed ? t('batchPages.noneFits') : t('batchPages.empty')}
          acts={
            narrowed ? (
              <Button kind="line" size="small" onClick={() => narrow(everything)}>
                {t('batchPages.clear')}
              </Button>
            ) : null
          }
        >
          {narrowed ? t('batchPages.noneFitsText') : t('batchPages.emptyText')}
        </Empty>
      ) : null}
      {list.isPending || (page && page.length > 0) ? <BatchTable page={page} jobs={jobs} /> : null}
      {page && page.length > 0 ? (
        <Pager
          before={view.cursors.length * pageSize}
          shown={page.length}
          total={total}
          labels={{ previous: t('batchPages.newer'), next: t('batchPages.older') }}
          onPrevious={view.cursors.length > 0 ? previous : undefined}
          onNext={nextCursor ? () => next(nextCursor) : undefined}
        />
      ) : null}
    </main>
  );
}
