import './fetching.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasUnsaved } from '../../state/unsaved.ts';
import { useStore } from '../../state/useStore.ts';
import { Button } from '../button/Button.tsx';
import type { Deferred } from '../deferred/deferred.ts';

/** A dialog that loads faster than this shows no loading state, ms. */
const patience = 200;

/** A browser that remembers the failure (HTML, "module map") loads the code in a new page only: one with nothing unsaved. */
async function fetchAgain<Props>(part: Deferred<Props>): Promise<void> {
  await part.fetch();
  if (part.state.get().part === 'failed' && navigator.onLine && !hasUnsaved()) location.reload();
}

/**
 * Shown while a dialog's code loads, or when it could not be loaded. The browser's own dialog traps the focus and
 * restores it; Escape closes it.
 */
export function Fetching<Props>({ part, onClose }: { part: Deferred<Props>; onClose: () => void }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const hasFailed = useStore(part.state).part === 'failed';
  const [isRetried, setIsRetried] = useState(false);
  const retry = () => {
    setIsRetried(true);
    void fetchAgain(part);
  };
  // Closed before it is removed from the DOM: otherwise the focus is not restored.
  useLayoutEffect(() => {
    const sheet = dialog.current;
    const shown = setTimeout(() => sheet?.showModal(), patience);
    return () => {
      clearTimeout(shown);
      if (sheet?.open) sheet.close();
    };
  }, []);
  return (
    <dialog ref={dialog} className="fetching" onCancel={onClose} aria-label={t('common.opening')}>
      <p className="body" role="status">
        {hasFailed ? t('common.partMissing') : t('common.opening')}
      </p>
      <div className="end">
        <Button kind="line" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {hasFailed || isRetried ? (
          <Button icon="retry" working={!hasFailed} onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        ) : null}
      </div>
    </dialog>
  );
}
