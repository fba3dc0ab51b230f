import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelBatch } from '../../batches/actions.ts';
import { type Job, paceOf } from '../../batches/tray.ts';
import { clockText, useFormat } from '../../i18n/format.ts';
import { useStarted } from '../../state/useStarted.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Ruler } from '../../ui/progress/Ruler.tsx';
import { Failures } from './Failures.tsx';
import { permissionOf, titleOf } from './naming.ts';
import { noticesAllowed } from './notify.ts';

/** A running batch: issued, failed, rate and time left. */
export const RunningJob = memo(function RunningJob({ job }: { job: Job }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const { start, isPending: cancelling } = useStarted();
  const { batch } = job;
  const may = useMay(permissionOf(batch.kind));
  const pace = paceOf(job);
  const waiting = batch.state === 'queued';
  const values = { time: format.time(batch.startedAt ?? batch.createdAt), name: batch.createdBy };
  return (
    <section className="job">
      <div className="row nowrap-row">
        <h3>{titleOf(batch, t)}</h3>
        {may ? (
          <button type="button" className="link small push" onClick={() => setAsking(true)}>
            {t('common.cancel')}
          </button>
        ) : null}
      </div>
      <p className="meta">
        {waiting
          ? t('batches.waiting', values)
          : batch.kind === 'generate' && batch.signed
            ? t('batches.startedSigned', values)
            : t(`batches.started.${batch.kind}`, values)}
      </p>
      <Ruler
        label={t(`batches.bar.${batch.kind}`)}
        total={batch.total}
        done={batch.done}
        failed={batch.failed}
        state="running"
        scale={[...new Set([0, Math.round(batch.total / 2), batch.total])].map(format.count)}
      />
      <dl className="figures num">
        <div>
          <dt>{t(`batches.figures.${batch.kind}`)}</dt>
          <dd>{format.count(batch.done)}</dd>
        </div>
        <div>
          <dt>{t('batches.figures.failed')}</dt>
          <dd className={batch.failed > 0 ? 'bad' : undefined}>{format.count(batch.failed)}</dd>
        </div>
        <div>
          <dt>{t('batches.figures.perSecond')}</dt>
          <dd>{pace ? paceText(pace.perSecond, format.count, format.number) : '–'}</dd>
        </div>
        <div>
          <dt>{t('batches.figures.timeLeft')}</dt>
          <dd>{pace ? clockText(pace.secondsLeft) : '–'}</dd>
        </div>
      </dl>
      {batch.afterwards?.emails ? <p className="meta">{t('batches.emailsFollow')}</p> : null}
      <NoticeOffer />
      <Failures batch={batch} />
      {batch.failed > 0 && may ? (
        <div className="row small retry-row">
          <Button kind="line" size="small" disabled>
            {t('batches.retry', { count: batch.failed })}
          </Button>
          <span className="faint">{t('batches.whenEnded')}</span>
        </div>
      ) : null}
      {asking ? (
        <Confirm
          title={t('batches.cancelTitle')}
          act={t('batches.cancelAct')}
          keep={t('batches.cancelKeep')}
          working={cancelling}
          onAct={() =>
            start(
              () => cancelBatch(batch._id, t),
              () => setAsking(false),
            )
          }
          onClose={() => setAsking(false)}
        >
          <p>{t(`batches.cancelText.${batch.kind}`)}</p>
        </Confirm>
      ) : null}
    </section>
  );
});

/** Asks the browser for notices of the system, once, when the person wants them. */
function NoticeOffer() {
  const { t } = useTranslation();
  const [allowed, setAllowed] = useState(noticesAllowed);
  const { start } = useStarted();
  if (allowed !== 'default') return null;
  return (
    <p className="meta">
      <button
        type="button"
        className="link small"
        onClick={() => start(() => Notification.requestPermission(), setAllowed)}
      >
        {t('batches.tellMe')}
      </button>
    </p>
  );
}

function paceText(
  perSecond: number,
  count: (value: number) => string,
  number: (value: number) => string,
): string {
  return perSecond >= 10 ? count(perSecond) : number(Math.max(0.1, perSecond));
}
