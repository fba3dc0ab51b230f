import './batches.css';
import { type BatchItem, batchesApi } from '@sello/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../api/reading.ts';
import { activeClient } from '../../api/tenant-client.ts';
import { FailureHelp } from '../../batches/remedies/FailureHelp.tsx';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Broken } from '../../ui/state/State.tsx';
import { failureOf } from './failure.ts';
import { titleOf } from './naming.ts';
import { RowName } from './RowName.tsx';

type Shown = 'failed' | 'all';

/** The rows of one batch: only the failed ones with their causes, or all with their result. */
export function BatchDialog({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setChosen] = useState<Shown>();
  const head = useRows(batchId, 'failed');
  const batch = head.data?.pages[0]?.batch;
  const shown: Shown = chosen ?? (batch && batch.failed === 0 ? 'all' : 'failed');
  const all = useRows(batchId, 'all', shown === 'all');
  const rows = shown === 'failed' ? head : all;
  const items = rows.data?.pages.flatMap((page) => page?.items ?? []) ?? [];
  return (
    <Dialog
      title={batch ? titleOf(batch, t) : t('batches.title')}
      onClose={onClose}
      className="rows-dialog"
      isDirty={false}
      end={<Button onClick={onClose}>{t('common.done')}</Button>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="body" tabIndex={0} aria-label={t('batches.rows')}>
        {batch ? (
          <div className="row switch-rows">
            {(['failed', 'all'] as const).map((one) => (
              <Button
                key={one}
                kind={shown === one ? 'ink' : 'line'}
                size="small"
                aria-pressed={shown === one}
                onClick={() => setChosen(one)}
              >
                {t(`batches.show.${one}`, {
                  number: format.count(one === 'failed' ? batch.failed : batch.total),
                })}
              </Button>
            ))}
          </div>
        ) : null}
        {rows.isError && !rows.data ? (
          <Broken error={rows.error} onRetry={() => void rows.refetch()} />
        ) : null}
        {rows.isPending ? (
          <ul className="errs" aria-busy="true">
            {[1, 2, 3].map((line) => (
              <li key={line}>
                <Skeleton width={40} />
                <Skeleton width={220} />
              </li>
            ))}
          </ul>
        ) : null}
        {rows.isSuccess && items.length === 0 ? <p className="mute">{t('batches.noRows')}</p> : null}
        <ul className="errs">
          {items.map((item) => (
            <Row key={item.index} item={item} number={format.count(item.index + 1)} />
          ))}
        </ul>
        {rows.hasNextPage ? (
          <Button
            kind="line"
            size="small"
            working={rows.isFetching}
            onClick={() => void rows.fetchNextPage()}
          >
            {t('batches.more')}
          </Button>
        ) : null}
      </section>
    </Dialog>
  );
}

function Row({ item, number }: { item: BatchItem; number: string }) {
  const { t } = useTranslation();
  const became = item.delivery ? t(`batches.delivery.${item.delivery}`) : t(`batches.item.${item.state}`);
  return (
    <li>
      <span>{number}</span>
      <span>
        <b>
          <RowName item={item} />
        </b>
        <br />
        {item.error ? failureOf(item, t) : became}
        {item.error ? <FailureHelp failed={{ ...item, error: item.error }} /> : null}
      </span>
    </li>
  );
}

function useRows(batchId: string, shown: Shown, enabled = true) {
  const query = { id: batchId, limit: 100, ...(shown === 'failed' ? { state: 'failed' as const } : {}) };
  const { call } = activeClient();
  return useInfiniteQuery({
    queryKey: keyOf(batchesApi, 'get', { ...query, paged: true }),
    queryFn: ({ pageParam, signal }) =>
      call(batchesApi, 'get', { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last?.nextCursor ?? undefined,
    enabled,
  });
}
