import { type Batch, batchesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { errorsShown } from '../../batches/actions.ts';
import { FailureHelp } from '../../batches/remedies/FailureHelp.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { failureOf } from './failure.ts';
import { RowName } from './RowName.tsx';

const shown = 3;

/** The first failed rows with name and cause, and a button for all of them. */
export function Failures({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const rows = useQuery({
    ...reading(batchesApi, 'get', { query: { id: batch._id, state: 'failed', limit: shown } }),
    enabled: batch.failed > 0,
  });
  const items = rows.data?.items ?? [];
  const wanted = Math.min(shown, batch.failed);
  const { refetch } = rows;
  useEffect(() => {
    if (wanted > 0 && items.length < wanted) void refetch();
  }, [wanted, items.length, refetch]);
  if (rows.isPending && wanted > 0) return <Waiting count={wanted} />;
  if (items.length === 0) return null;
  return (
    <>
      <ul className="fails">
        {items.map((item) => (
          <li key={item.index}>
            <b>
              <RowName item={item} />
            </b>
            <span>{failureOf(item, t)}</span>
            {item.error ? <FailureHelp failed={{ ...item, error: item.error }} /> : null}
          </li>
        ))}
      </ul>
      {batch.failed > items.length ? (
        <button type="button" className="link small more-fails" onClick={() => errorsShown.set(batch._id)}>
          {t('batches.allFailed', { count: batch.failed })}
        </button>
      ) : null}
    </>
  );
}

/** Keeps the place of the rows, so that what is below does not move. */
function Waiting({ count }: { count: number }) {
  return (
    <ul className="fails" aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key.
        <li key={place}>
          <b>
            <Skeleton width={140} />
          </b>
          <span>
            <Skeleton width={220} />
          </span>
        </li>
      ))}
    </ul>
  );
}
