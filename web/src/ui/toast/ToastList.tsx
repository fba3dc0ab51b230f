import { useEffect } from 'react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Icon, type IconName } from '../icon/Icon.tsx';
import { showToastsIn, type ToastText, type ToastTone } from './queue.ts';

const toastQueue = new ToastQueue<ToastText>({ maxVisibleToasts: 6 });

const marks: Record<ToastTone, IconName> = { ok: 'check', info: 'clock', warn: 'bang', bad: 'ringCross' };

/** The toasts: a landmark region (F6), newest in front. */
export function ToastList() {
  const { t } = useTranslation();
  useEffect(() => showToastsIn(toastQueue), []);
  return (
    <ToastRegion queue={toastQueue} className="toasts" aria-label={t('common.notices')}>
      {({ toast }) => (
        <Toast toast={toast} className={`toast toast--${toast.content.tone}`}>
          <Icon name={marks[toast.content.tone]} />
          <ToastContent className="toast-text">
            <Text slot="title">{toast.content.title}</Text>
            {toast.content.text ? (
              <Text slot="description" className="small mute">
                {toast.content.text}
              </Text>
            ) : null}
          </ToastContent>
          {toast.content.action ? (
            <p className="small">
              <button
                type="button"
                className="link"
                onClick={() => {
                  toast.content.action?.run();
                  toastQueue.close(toast.key);
                }}
              >
                {toast.content.action.label}
              </button>
            </p>
          ) : null}
          <IconButton icon="cross" label={t('common.close')} onClick={() => toastQueue.close(toast.key)} />
        </Toast>
      )}
    </ToastRegion>
  );
}
