import './fetching.css';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../state/useStore.ts';
import { Button } from '../button/Button.tsx';
import type { Deferred } from '../deferred/deferred.ts';

/** What comes sooner shows nothing in between, ms. */
const patience = 200;

/**
 * Stands for a dialog whose program is on its way, or could not be had. The browser's own dialog keeps the focus and
 * gives it back; Escape closes it.
 */
export function Fetching<Props>({ part, onClose }: { part: Deferred<Props>; onClose: () => void }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const hasFailed = useStore(part.state).part === 'failed';
  // Closed before it leaves the page: only then does the focus go back.
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
        {hasFailed ? (
          <Button icon="retry" onClick={() => void part.fetch()}>
            {t('common.tryAgain')}
          </Button>
        ) : null}
      </div>
    </dialog>
  );
}
