import '../../../ui/tabs/tabs.css';
import './history.css';
import { type Batch, batchesApi, type EmailOutcome, emailOutcome, isArchiveKind } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { activeClient } from '../../../api/tenant-client.ts';
import { downloadZip, retryBatch } from '../../../batches/actions.ts';
import { tray } from '../../../batches/store.ts';
import { hasEnded } from '../../../batches/tray.ts';
import { clockText, type Formatters, useFormat } from '../../../i18n/format.ts';
import { needTexts } from '../../../i18n/index.ts';
import { activeTenant } from '../../../state/activeTenant.ts';
import type { Addressing } from '../../../state/address.ts';
import { cursorsOf, queryWith, usePages } from '../../../state/pages.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { useStore } from '../../../state/useStore.ts';
import { useMay } from '../../../tenancy/Gate.tsx';
import { useParamsOf, usePathTo } from '../../../tenancy/routes.ts';
import { useDay } from '../../../tenancy/useDay.ts';
import { Button, buttonClass } from '../../../ui/button/Button.tsx';
import { Crumbs } from '../../../ui/crumbs/Crumbs.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Pager } from '../../../ui/pager/Pager.tsx';
import { Ruler } from '../../../ui/progress/Ruler.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { saveText } from '../../../ui/save/save.ts';
import { Broken, Empty } from '../../../ui/state/State.tsx';
import { PageTitle } from '../../../ui/title/PageTitle.tsx';
import { toastError } from '../../../ui/toast/toastError.ts';
import { failedCounts } from '../failure.ts';
import { permissionOf, untilOf } from '../naming.ts';
import { current, nameOf, workOf } from './BatchTable.tsx';
import { Resend } from './Resend.tsx';
import { RowTable } from './RowTable.tsx';
import { csvOf } from './rows-csv.ts';
import { pageSize } from './view.ts';

/** What of the rows is shown: an outcome of e-mails, or failed rows. */
type Shown = 'all' | 'failed' | EmailOutcome;

/** One batch: how it went, and each of its rows. */
export function BatchScreen() {
  const { t } = useTranslation();
  const { batchId = '' } = useParamsOf('batch');
  const { jobs } = useStore(tray);
  const head = useQuery(reading(batchesApi, 'get', { query: { id: batchId, limit: 0 } }));
  const batch = head.data && current(head.data.batch, jobs);
  const title = batch ? nameOf(batch, t) : t('batchPages.one');
  return (
    <main className="list batch-page" id="page" tabIndex={-1}>
      <PageTitle>{title}</PageTitle>
      <Crumbs part={title} />
      {batch ? (
        <Loaded batch={batch} title={title} />
      ) : (
        <div className="title">
          <h1>{title}</h1>
        </div>
      )}
      {head.isError && !batch ? (
        <Broken title={t('batchPages.brokenOne')} error={head.error} onRetry={() => void head.refetch()} />
      ) : null}
      {head.isPending ? <p className="mute">{t('common.loading')}</p> : null}
      {head.data === null ? (
        <Empty title={t('errors.batch_not_found')}>{t('batchPages.goneText')}</Empty>
      ) : null}
    </main>
  );
}

function Loaded({ batch, title }: { batch: Batch; title: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { shown, cursors, show, next, previous } = useShown(batch);
  const [resending, setResending] = useState<'unknown' | number>();
  const may = useMay(permissionOf(batch.kind));
  const isEmail = batch.kind === 'email';
  const cursor = cursors.at(-1);
  const filter = filterOf(shown);
  const rows = useQuery({
    ...reading(batchesApi, 'get', {
      query: { id: batch._id, limit: pageSize, ...filter, ...(cursor && { cursor }) },
    }),
    // Outcomes come row by row while it runs.
    refetchInterval: hasEnded(batch) ? false : 2_000,
  });
  const items = rows.data?.items;
  const nextCursor = rows.data?.nextCursor;
  const total = totalOf(batch, shown);
  return (
    <>
      <div className="title">
        <div className="said">
          <h1>{title}</h1>
          <p className="mute">
            {summary(batch, format, t)} <Related batch={batch} />
          </p>
        </div>
        <Acts batch={batch} shown={shown} onResend={() => setResending('unknown')} />
      </div>
      <Figures batch={batch} />
      {batch.download ? <Kept batch={batch} /> : null}
      <nav className="tabs" aria-label={t('batchPages.show')}>
        {shownOf(batch).map((one) => (
          <button key={one} type="button" aria-pressed={one === shown} onClick={() => show(one)}>
            {t(`batchPages.shown.${one}`, { number: format.count(totalOf(batch, one) ?? 0) })}
          </button>
        ))}
      </nav>
      {rows.isError && !items ? (
        <Broken title={t('batchPages.brokenRows')} error={rows.error} onRetry={() => void rows.refetch()} />
      ) : null}
      {items?.length === 0 ? <p className="mute none">{t(`batchPages.noRows.${shown}`)}</p> : null}
      {rows.isPending || (items && items.length > 0) ? (
        <RowTable
          batch={batch}
          page={items}
          onResend={isEmail && may && hasEnded(batch) ? setResending : undefined}
        />
      ) : null}
      {items && items.length > 0 ? (
        <Pager
          before={cursors.length * pageSize}
          shown={items.length}
          total={total ?? cursors.length * pageSize + items.length + (nextCursor ? 1 : 0)}
          onPrevious={cursors.length > 0 ? previous : undefined}
          onNext={nextCursor ? () => next(nextCursor) : undefined}
        />
      ) : null}
      {isEmail ? <p className="hint">{t('batchPages.acceptedMeans')}</p> : null}
      {resending !== undefined ? (
        <Resend batch={batch} row={resending} onClose={() => setResending(undefined)} />
      ) : null}
    </>
  );
}

/** The batch that it follows or repeats, and that e-mails follow it. */
function Related({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const linkTo = (batchId: string) => ({ link: <Link to={pathTo('batch', { batchId })} /> });
  if (batch.after) return <Rich text={t('batchPages.after')} parts={linkTo(batch.after)} />;
  if (batch.retryOf) return <Rich text={t('batchPages.repeats')} parts={linkTo(batch.retryOf)} />;
  return batch.afterwards?.emails && !hasEnded(batch) ? t('batches.emailsFollow') : null;
}

function Acts({ batch, shown, onResend }: { batch: Batch; shown: Shown; onResend: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const saving = useStarted();
  const retrying = useStarted();
  const pathTo = usePathTo();
  const dayOf = useDay();
  const may = useMay(permissionOf(batch.kind));
  const ended = hasEnded(batch);
  const save = (): void => {
    const tenantId = activeTenant.get() ?? '';
    saving.start(
      () => Promise.all([everyRow(batch._id, shown), needTexts(['failures', 'students'])]),
      ([items]) => {
        const day = dayOf(new Date(batch.createdAt));
        saveText(`batch_${day}_${shown}.csv`, csvOf(batch, items, { pathTo, tenantId, t }), 'text/csv');
      },
      (error) => toastError(error, t),
    );
  };
  const { unknown, permanent, repeatable } = failedCounts(batch);
  const canRetry = ended && may && repeatable > 0 && batch.kind !== 'export';
  const mayIssue = useMay('certificates.generate_bulk');
  // Their causes stand at the rows; once they are corrected, certificates are issued for the same students.
  const canIssue = ended && mayIssue && permanent > 0 && batch.kind === 'generate';
  return (
    <span className="row acts">
      <Button kind="line" size="small" icon="save" working={saving.isPending} onClick={save}>
        {t('batchPages.csv')}
      </Button>
      {ended && may && unknown > 0 ? (
        <Button size="small" onClick={onResend}>
          {t('batchPages.resendUnknown', { count: unknown, number: format.count(unknown) })}
        </Button>
      ) : null}
      {canRetry ? (
        <Button
          kind={unknown > 0 ? 'line' : 'ink'}
          size="small"
          working={retrying.isPending}
          onClick={() => retrying.start(() => retryBatch(batch, t))}
        >
          {t('batches.retry', { count: repeatable })}
        </Button>
      ) : null}
      {canIssue ? (
        <Link className={buttonClass('line', 'small')} to={`${pathTo('students')}?issueOf=${batch._id}`}>
          {t('batches.issueAgain', { count: permanent, number: format.count(permanent) })}
        </Link>
      ) : null}
    </span>
  );
}

function Figures({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { unknown, lost } = failedCounts(batch);
  const began = Date.parse(batch.startedAt ?? batch.createdAt);
  const seconds = (Date.parse(batch.endedAt ?? new Date().toISOString()) - began) / 1000;
  const state = !hasEnded(batch) ? 'running' : batch.state === 'done' ? 'done' : 'stopped';
  return (
    <section className="run" aria-label={t('batchPages.figures')}>
      <div className="double" />
      <dl className="figures num">
        <div>
          <dt>{t(`batches.figures.${batch.kind}`)}</dt>
          <dd>{format.count(batch.done)}</dd>
        </div>
        <div>
          <dt>{t(batch.kind === 'email' ? 'batchPages.refused' : 'batches.figures.failed')}</dt>
          <dd className={lost > 0 ? 'bad' : undefined}>{format.count(lost)}</dd>
        </div>
        {batch.kind === 'email' ? (
          <div>
            <dt>{t('batchPages.notKnown')}</dt>
            <dd className={unknown > 0 ? 'warn' : undefined}>{format.count(unknown)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('batchPages.states.cancelled')}</dt>
          <dd>{format.count(batch.cancelled)}</dd>
        </div>
        <div>
          <dt>{t('batchPages.took')}</dt>
          <dd>{batch.startedAt ? clockText(seconds) : '–'}</dd>
        </div>
      </dl>
      <Ruler
        label={t(`batches.bar.${batch.kind}`)}
        total={batch.total}
        done={batch.done}
        failed={batch.failed}
        state={state}
        scale={[...new Set([0, Math.round(batch.total / 2), batch.total])].map(format.count)}
      />
    </section>
  );
}

/** The file of a zip, and until when it is kept. */
function Kept({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!batch.download) return null;
  const { fileName, size, keptUntil } = batch.download;
  return (
    <p className="kept">
      {fileName}, {format.bytes(size)}, {t('batchPages.keptUntil', { time: untilOf(keptUntil, format) })}{' '}
      <button type="button" className="link" onClick={() => void downloadZip(batch._id, t)}>
        {t('batches.download')}
      </button>
    </p>
  );
}

function summary(batch: Batch, format: Formatters, t: TFunction): string {
  const values = {
    work: workOf(batch, t),
    day: format.dayOf(batch.createdAt),
    time: format.time(batch.createdAt),
    name: batch.createdBy,
  };
  if (!batch.endedAt) return t('batchPages.startedBy', values);
  const end = new Date(batch.endedAt).toDateString() === new Date(batch.createdAt).toDateString();
  const ended = end ? format.time(batch.endedAt) : format.moment(batch.endedAt);
  return t('batchPages.endedBy', { ...values, ended });
}

/** What can be shown of the rows of a batch. */
const shownOf = ({ kind }: Batch): readonly Shown[] =>
  kind === 'email' ? ['all', ...emailOutcome.options] : ['all', 'failed'];

/** How many rows are shown; undefined where the batch does not say. */
function totalOf(batch: Batch, shown: Shown): number | undefined {
  if (shown === 'all') return batch.total;
  if (shown === 'failed') return batch.failed;
  if (shown === 'accepted') return batch.done;
  return shown === 'unknown' ? failedCounts(batch).unknown : undefined;
}

function filterOf(shown: Shown) {
  if (shown === 'all') return {};
  return shown === 'failed' ? { state: 'failed' as const } : { outcome: shown };
}

/** All rows that are shown, over all pages. */
async function everyRow(id: string, shown: Shown) {
  const client = activeClient();
  const items = [];
  let cursor: string | undefined;
  do {
    const query = { id, limit: 1000, ...filterOf(shown), ...(cursor && { cursor }) };
    const page = await client.call(batchesApi, 'get', { query });
    items.push(...(page?.items ?? []));
    cursor = page?.nextCursor ?? undefined;
  } while (cursor);
  return items;
}

const addressing: Addressing<{ show: string; cursors: readonly string[] }> = {
  read: (query, state) => ({ show: query.get('show') ?? '', cursors: cursorsOf(state) }),
  write: (view) => queryWith(['show'], view),
};

/** What is shown, in the address; the pages before it are in the history entry. Failed rows of an ended batch first. */
function useShown(batch: Batch) {
  const { view, narrow, next, previous } = usePages(addressing);
  const first: Shown = batch.kind !== 'email' && hasEnded(batch) && batch.failed > 0 ? 'failed' : 'all';
  const shown = shownOf(batch).find((one) => one === view.show) ?? first;
  return {
    shown: isArchiveKind(batch.kind) && shown !== 'failed' ? ('all' as const) : shown,
    cursors: view.cursors,
    show: (show: Shown) => narrow({ show }),
    next,
    previous,
  };
}
