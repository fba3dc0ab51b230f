import './offline-line.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { offline } from '../../state/connection.ts';
import { useStore } from '../../state/useStore.ts';

/**
 * Says at the head of the window that there is no connection, above open dialogs too: react-aria would hide from screen
 * readers what is outside of them, were it not marked.
 */
export function OfflineLine() {
  const { t } = useTranslation();
  const isOffline = useStore(offline);
  useEffect(() => {
    document.documentElement.classList.toggle('is-offline', isOffline);
  }, [isOffline]);
  return (
    <output className="offline-line" data-react-aria-top-layer="true">
      {isOffline ? <p>{t('common.offline')}</p> : null}
    </output>
  );
}
