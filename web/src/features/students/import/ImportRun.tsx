import { batchesApi, studentImportsApi } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activeClient } from '../../../api/tenant-client.ts';
import { cancelBatch, showStart } from '../../../batches/actions.ts';
import { tray } from '../../../batches/store.ts';
import { hasEnded, paceOf } from '../../../batches/tray.ts';
import { causeOf, textOfCode } from '../../../errors/describe.ts';
import { csvDelimiter } from '../../../i18n/csv-delimiter.ts';
import { clockText, useFormat } from '../../../i18n/format.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { useStore } from '../../../state/useStore.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Ruler } from '../../../ui/progress/Ruler.tsx';
import { saveText } from '../../../ui/save/save.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import { Sums } from './Sums.tsx';
import { type FailedRow, failedCsv } from './write.ts';

const pollMs = 1_000;

/** An import that is written, then what it has done. It goes on without this dialog. */
export function ImportRun({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [{ call }] = useState(activeClient);
  const job = useStore(tray).jobs.get(batchId);
  const stopping = useStarted();
  // Without a socket connection the batch is asked for.
  const asked = useQuery({
    queryKey: ['batches', 'get', { id: batchId, limit: 0 }],
    queryFn: ({ signal }) => call(batchesApi, 'get', { query: { id: batchId, limit: 0 }, signal }),
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data.batch) ? false : pollMs),
  });
  const known = [job?.batch, asked.data?.batch].filter((one) => one !== undefined);
  const batch = known.sort((one, other) => other.rev - one.rev)[0];
  const isOver = batch !== undefined && hasEnded(batch);
  const result = useQuery({
    queryKey: ['student-imports', 'result', batchId],
    queryFn: ({ signal }) => call(studentImportsApi, 'import-result', { query: { batchId }, signal }),
    enabled: isOver,
  });
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['students'] });
  }, [isOver, queries]);

  const leave = (): void => {
    if (!isOver) showStart(batchId);
    onClose();
  };
  const total = batch?.total ?? 0;
  if (!isOver || !result.data) {
    const pace = job && paceOf(job);
    const figures = [
      ['written', format.count(batch?.done ?? 0)],
      ['failed', format.count(batch?.failed ?? 0)],
      ['perSecond', pace ? format.count(pace.perSecond) : '–'],
      ['timeLeft', pace ? clockText(pace.secondsLeft) : '–'],
    ] as const;
    return (
      <Dialog
        title={t('studentImport.writing.title', { count: total, number: format.count(total) })}
        onClose={leave}
        className="imp dialog--wide"
        end={
          <>
            <Button
              kind="line"
              working={stopping.isPending}
              onClick={() => stopping.start(() => cancelBatch(batchId, t))}
            >
              {t('studentImport.writing.stop')}
            </Button>
            <Button onClick={leave}>{t('studentImport.writing.leave')}</Button>
          </>
        }
      >
        <div className="body">
          <dl className="figures num run-figures">
            {figures.map(([name, figure]) => (
              <div key={name}>
                <dt>{t(`studentImport.figures.${name}`)}</dt>
                <dd className={name === 'failed' && (batch?.failed ?? 0) > 0 ? 'bad' : undefined}>
                  {figure}
                </dd>
              </div>
            ))}
          </dl>
          <Ruler
            label={t('studentImport.writing.bar')}
            {...{ total, done: batch?.done ?? 0, failed: batch?.failed ?? 0, state: 'running' }}
            scale={[...new Set([0, Math.round(total / 2), total])].map(format.count)}
          />
          <p className="hint">{t('studentImport.writing.text')}</p>
          {result.error ? <p className="bad">{causeOf(result.error, t)}</p> : null}
        </div>
      </Dialog>
    );
  }

  const { failed, failedEarly, cancelled, added, changed, same, skipped } = result.data;
  const later = Math.max(0, failed - failedEarly);
  const imported = t('studentImport.done', { count: batch.done, number: format.count(batch.done) });
  const title =
    cancelled > 0
      ? t('studentImport.stopped.title', { done: format.count(batch.done), total: format.count(total) })
      : failed > 0
        ? t('studentImport.sum', {
            imported,
            left: t('studentImport.leftOut', { count: failed, number: format.count(failed) }),
          })
        : imported;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      className="imp"
      end={
        <>
          {failed > 0 ? (
            <Button kind="line" icon="save" onClick={() => void saveFailed()}>
              {t('studentImport.failedCsv', { count: failed, number: format.count(failed) })}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('common.done')}</Button>
        </>
      }
    >
      <div className="body" role="status">
        <Sums {...{ added, changed, failed }} same={same + skipped} />
        {cancelled > 0 ? <p className="result-lead">{t('studentImport.stopped.text')}</p> : null}
        {failed > 0 ? (
          <p className="mute result-lead">
            {t('studentImport.failedWhen', {
              ...{ before: format.count(failed - later), later: format.count(later) },
            })}
          </p>
        ) : null}
        {failed > 0 ? <FailedRows batchId={batchId} /> : null}
      </div>
    </Dialog>
  );

  async function saveFailed(): Promise<void> {
    try {
      const failedRows: FailedRow[] = [];
      let columns: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(studentImportsApi, 'import-failed', {
          query: { batchId, ...(cursor !== undefined && { cursor }) },
        });
        if (!page) return;
        columns = page.columns;
        for (const { cells, extra, error } of page.items)
          failedRows.push({ cells, extra, why: error ? textOfCode(error.code, error.details, t) : '' });
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      saveText('students_failed.csv', failedCsv(columns, failedRows, csvDelimiter()), 'text/csv');
    } catch (error) {
      toastError(error, t);
    }
  }
}

const shownRows = 50;

/** The first failed rows with their causes; all of them are in the CSV. */
function FailedRows({ batchId }: { batchId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { call } = activeClient();
  const { data } = useQuery({
    queryKey: ['batches', 'get', { id: batchId, state: 'failed', limit: shownRows }],
    queryFn: ({ signal }) =>
      call(batchesApi, 'get', { query: { id: batchId, state: 'failed', limit: shownRows }, signal }),
  });
  return (
    <ul className="errs">
      {data?.items.map(({ index, row = 0, fullName, error }) => (
        <li key={index}>
          <span>{t('studentImport.row', { row: format.count(row) })}</span>
          <span>
            {fullName.trim() === '' ? null : (
              <>
                <b>{fullName}</b>
                <br />
              </>
            )}
            {error ? textOfCode(error.code, error.details, t) : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
