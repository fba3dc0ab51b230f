import { useTranslation } from 'react-i18next';
import type { Fault } from './fault-place.ts';

/** What failed, with a way to what it is about. */
export function FaultText({ fault: { text, show }, onShown }: { fault: Fault; onShown?: () => void }) {
  const { t } = useTranslation();
  return (
    <span>
      {text}{' '}
      {show ? (
        <button
          type="button"
          className="link"
          onClick={() => {
            show();
            onShown?.();
          }}
        >
          {t('editorScreen.showIt')}
        </button>
      ) : null}
    </span>
  );
}
