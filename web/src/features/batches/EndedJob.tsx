import { type Batch, isArchiveKind } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadZip, errorsShown, retryBatch } from '../../batches/actions.ts';
import { type Formatters, useFormat } from '../../i18n/format.ts';
import { useStarted } from '../../state/useStarted.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { usePathTo } from '../../tenancy/routes.ts';
import { useMailPause } from '../../tenancy/useTenancy.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Failures } from './Failures.tsx';
import { failedCounts } from './failure.ts';
import { permissionOf, titleOf, untilOf } from './naming.ts';

/** An ended batch in two lines; its failures stay below until they are retried or dismissed. */
export const EndedJob = memo(function EndedJob({ batch, retried }: { batch: Batch; retried: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { start, isPending: working } = useStarted();
  const may = useMay(permissionOf(batch.kind));
  const isPaused = useMailPause() !== undefined && batch.kind === 'email';
  const pathTo = usePathTo();
  const { unknown, permanent, repeatable } = failedCounts(batch);
  const clean = batch.state === 'done' && batch.failed === 0;
  return (
    <section className="job">
      <div className="row nowrap-row">
        <div className="job-text">
          <h3 className="row tight nowrap-row">
            {clean ? <Icon name="check" className="ok" /> : null}
            {batch.state === 'cancelled' ? <Icon name="ringCross" className="faint" /> : null}
            {batch.state === 'done' && batch.failed > 0 ? <Icon name="bang" className="warn" /> : null}
            <span>{titleOf(batch, t)}</span>
          </h3>
          <p className="meta num">{sumOf(batch, format, t)}</p>
        </div>
        {batch.download ? (
          <Button
            size="small"
            className="push"
            working={working}
            onClick={() => start(() => downloadZip(batch._id, t))}
          >
            {t('batches.download')}
          </Button>
        ) : !isArchiveKind(batch.kind) ? (
          <button type="button" className="link small push" onClick={() => errorsShown.set(batch._id)}>
            {t('batches.details')}
          </button>
        ) : null}
      </div>
      {batch.failed > 0 ? <Failures batch={batch} /> : null}
      {batch.failed > 0 && retried ? <p className="meta retry-row">{t('batches.retried')}</p> : null}
      {batch.failed > 0 && may ? (
        <div className="row small retry-row">
          {repeatable > 0 && !retried ? (
            <Button
              kind="line"
              size="small"
              disabled={isPaused}
              working={working}
              onClick={() => start(() => retryBatch(batch, t))}
            >
              {t('batches.retry', { count: repeatable })}
            </Button>
          ) : null}
          {repeatable > 0 && isPaused ? <span className="faint">{t('mailPause.title')}</span> : null}
          {unknown > 0 ? (
            <Link to={`${pathTo('batch', { batchId: batch._id })}?show=unknown`}>
              {t('batches.fix.unknown', { count: unknown, number: format.count(unknown) })}
            </Link>
          ) : null}
          {permanent > 0 ? (
            <Link to={`${pathTo('batch', { batchId: batch._id })}?show=failed`}>
              {t(batch.kind === 'generate' ? 'batches.fix.generate' : 'batches.fix.other', {
                count: permanent,
                number: format.count(permanent),
              })}
            </Link>
          ) : null}
        </div>
      ) : null}
    </section>
  );
});

function sumOf(batch: Batch, format: Formatters, t: TFunction): string {
  const parts = [t(`batches.sum.${batch.kind}`, { count: batch.done, number: format.count(batch.done) })];
  if (batch.download) parts.push(format.bytes(batch.download.size));
  const { unknown, lost } = failedCounts(batch);
  if (lost > 0) {
    const sum = batch.kind === 'email' ? 'batches.sum.refused' : 'batches.sum.failed';
    parts.push(t(sum, { count: lost, number: format.count(lost) }));
  }
  if (unknown > 0) parts.push(t('batches.sum.unknown', { count: unknown, number: format.count(unknown) }));
  if (batch.cancelled > 0) {
    parts.push(t('batches.sum.cancelled', { count: batch.cancelled, number: format.count(batch.cancelled) }));
  }
  const time = format.time(batch.endedAt ?? batch.createdAt);
  parts.push(batch.download ? t('batches.sum.ready', { time }) : t('batches.sum.ended', { time }));
  if (batch.download) {
    parts.push(t('batches.keptUntil', { time: untilOf(batch.download.keptUntil, format) }));
  }
  return parts.join(', ');
}
