import { useTranslation } from 'react-i18next';
import { setTrayOpen, tray, trayOpen } from '../../batches/store.ts';
import { hasEnded } from '../../batches/tray.ts';
import { activeTenant } from '../../state/activeTenant.ts';
import { useStore } from '../../state/useStore.ts';

/** Opens and closes the tray; shows how many batches are running. */
export function BatchesButton() {
  const { t } = useTranslation();
  const open = useStore(trayOpen);
  const { jobs, tenantId } = useStore(tray);
  const isFollowed = tenantId === useStore(activeTenant);
  const running = isFollowed ? [...jobs.values()].filter(({ batch }) => !hasEnded(batch)).length : 0;
  return (
    <button type="button" className="link plain" aria-expanded={open} onClick={() => setTrayOpen(!open)}>
      {running > 0 ? t('header.batchesRunning', { count: running }) : t('header.batches')}
    </button>
  );
}
