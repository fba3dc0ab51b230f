import { type Batch, isArchiveKind, limits } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadZip } from '../../../batches/actions.ts';
import { hasEnded, type Job } from '../../../batches/tray.ts';
import { type Formatters, useFormat } from '../../../i18n/format.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { usePathTo } from '../../../tenancy/routes.ts';
import { Badge } from '../../../ui/badge/Badge.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { failedCounts } from '../failure.ts';
import { titleOf, untilOf } from '../naming.ts';

/** The batch as read, with the counts of an event that came since. */
export function current(batch: Batch, jobs: ReadonlyMap<string, Job>): Batch {
  const live = jobs.get(batch._id)?.batch;
  return live && live.rev > batch.rev ? { ...batch, ...live } : batch;
}

/** `page` is undefined while the first page loads. */
export function BatchTable({
  page,
  jobs,
}: {
  page: readonly Batch[] | undefined;
  jobs: ReadonlyMap<string, Job>;
}) {
  const { t } = useTranslation();
  return (
    <table className="table bt" aria-busy={page === undefined}>
      <thead>
        <tr>
          <th scope="col">{t('batchPages.columns.batch')}</th>
          <th scope="col">{t('batchPages.columns.work')}</th>
          <th scope="col" className="third">
            {t('batchPages.columns.by')}
          </th>
          <th scope="col">{t('batchPages.columns.when')}</th>
          <th scope="col" className="end third">
            {t('batchPages.columns.done')}
          </th>
          <th scope="col" className="end third">
            {t('batchPages.columns.failed')}
          </th>
          <th scope="col">{t('batchPages.columns.state')}</th>
        </tr>
      </thead>
      <tbody>
        {page
          ? page.map((batch) => <BatchRow key={batch._id} batch={current(batch, jobs)} />)
          : widths
              .slice(0, limits.skeletonRows.students)
              .map((width) => <Waiting key={width} width={width} />)}
      </tbody>
    </table>
  );
}

/** Memoized: renders again only when its batch changes. */
const BatchRow = memo(function BatchRow({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const pathTo = usePathTo();
  const { lost } = failedCounts(batch);
  return (
    <tr>
      <td className="name">
        <Link to={pathTo('batch', { batchId: batch._id })}>{nameOf(batch, t)}</Link>
      </td>
      <td className="two">{workOf(batch, t)}</td>
      <td className="third gone">
        <Name text={batch.createdBy} />
      </td>
      <td className="two nowrap">
        <time dateTime={batch.createdAt}>{format.moment(batch.createdAt)}</time>
      </td>
      <td className="end third gone num">{doneOf(batch, format, t)}</td>
      <td className={`end third gone num${lost > 0 ? ' bad' : ''}`}>
        {lost > 0 ? (
          format.count(lost)
        ) : (
          <>
            <span aria-hidden="true" className="faint">
              –
            </span>
            <span className="hide">0</span>
          </>
        )}
      </td>
      <td className="right st">
        <StateCell batch={batch} />
      </td>
    </tr>
  );
});

export function nameOf(batch: Batch, t: TFunction): string {
  const title = titleOf(batch, t);
  return batch.retryOf ? t('batchPages.retryOf', { title }) : title;
}

export function workOf(batch: Batch, t: TFunction): string {
  return batch.kind === 'generate' && batch.signed
    ? t('batchPages.work.generateSigned')
    : t(`batchPages.work.${batch.kind}`);
}

function doneOf(batch: Batch, format: Formatters, t: TFunction): string {
  const done = format.count(batch.done);
  if (!hasEnded(batch) || batch.state === 'cancelled')
    return t('batchPages.ofTotal', { done, total: format.count(batch.total) });
  return batch.download ? `${done}, ${format.bytes(batch.download.size)}` : done;
}

function StateCell({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { start, isPending: working } = useStarted();
  if (!hasEnded(batch)) {
    const share = batch.total > 0 ? (batch.done + batch.failed) / batch.total : 0;
    return (
      <span className="mini">
        <progress className="hide" value={share} aria-label={t(`batches.bar.${batch.kind}`)} />
        <span className="bar" aria-hidden="true" style={barOf(batch)}>
          <i />
          {batch.failed > 0 ? <u /> : null}
        </span>
        <span className="num">{format.percent(share)}</span>
      </span>
    );
  }
  if (batch.download) {
    const download = (): void => start(() => downloadZip(batch._id, t));
    return (
      <Button kind="line" size="small" icon="save" working={working} onClick={download}>
        <span className="hide">{t('batches.download')}. </span>
        {t('batchPages.until', { time: untilOf(batch.download.keptUntil, format) })}
      </Button>
    );
  }
  if (batch.state === 'cancelled') return <Badge icon="stop">{t('batchPages.states.cancelled')}</Badge>;
  if (isArchiveKind(batch.kind) && batch.done > 0) {
    return <Badge icon="clock">{t('batchPages.notKept')}</Badge>;
  }
  if (batch.unknown) {
    const values = { count: batch.unknown, number: format.count(batch.unknown) };
    return (
      <Badge tone="warn" icon="bang">
        {t('batchPages.unknown', values)}
      </Badge>
    );
  }
  if (batch.failed > 0) {
    const values = { count: batch.failed, number: format.count(batch.failed) };
    return (
      <Badge tone="bad" icon="ringCross">
        {t('batchPages.failed', values)}
      </Badge>
    );
  }
  return (
    <Badge tone="ok" icon="ringCheck">
      {t('batchPages.states.done')}
    </Badge>
  );
}

function barOf({ total, done, failed }: Batch): object {
  const share = (count: number): string => `${total > 0 ? (100 * count) / total : 0}%`;
  return { '--at': share(done), '--lost': share(failed) };
}

/** Widths of the skeletons of names, one for each row. */
const widths = [180, 210, 150, 190, 170];

function Waiting({ width }: { width: number }) {
  return (
    <tr className="waiting">
      <td className="name">
        <Skeleton width={width} />
      </td>
      <td className="two">
        <Skeleton width={90} />
      </td>
      <td className="third gone">
        <Skeleton width={110} />
      </td>
      <td className="two">
        <Skeleton width={120} />
      </td>
      <td className="third gone" />
      <td className="third gone" />
      <td className="right st">
        <Skeleton width={80} />
      </td>
    </tr>
  );
}
