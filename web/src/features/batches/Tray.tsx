import './batches.css';
import { useTranslation } from 'react-i18next';
import { setTrayOpen, tray } from '../../batches/store.ts';
import { hasEnded, inOrder } from '../../batches/tray.ts';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { EndedJob } from './EndedJob.tsx';
import { RunningJob } from './RunningJob.tsx';

/** The tray: every running batch of the organization, and the last ended ones. */
export function Tray() {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const jobs = inOrder(useStore(tray));
  const retried = new Set(jobs.map(({ batch }) => batch.retryOf));
  return (
    <aside className="tray" aria-label={t('batches.title')}>
      <header>
        <h2>{t('batches.title')}</h2>
        <Link className="push small" to={pathTo('batches')}>
          {t('batches.all')}
        </Link>
        <div>
          <IconButton icon="cross" label={t('common.close')} onClick={() => setTrayOpen(false)} />
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="tray-body" tabIndex={0} aria-label={t('batches.title')}>
        {jobs.length === 0 ? <p className="job mute">{t('batches.none')}</p> : null}
        {jobs.map((job) =>
          hasEnded(job.batch) ? (
            <EndedJob key={job.batch._id} batch={job.batch} retried={retried.has(job.batch._id)} />
          ) : (
            <RunningJob key={job.batch._id} job={job} />
          ),
        )}
      </section>
    </aside>
  );
}
