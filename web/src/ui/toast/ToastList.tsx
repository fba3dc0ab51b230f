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
import { showToastsIn, type ToastText, type ToastTone, toast } from './queue.ts';

const toastQueue = new ToastQueue<ToastText>({ maxVisibleToasts: 6 });

const marks: Record<ToastTone, IconName> = { ok: 'check', info: 'clock', warn: 'bang', bad: 'ringCross' };

/** Keeps what is about the person; its time begins again. */
function clearTenantToasts(): void {
  const kept = toastQueue.visibleToasts.filter(({ content }) => content.ofPerson);
  toastQueue.clear();
  for (const { content } of kept.toReversed()) toast(content);
}

/** The toasts: a landmark region (F6), newest in front. */
export function ToastList() {
  const { t } = useTranslation();
  useEffect(
    () =>
      showToastsIn({ add: (content, options) => toastQueue.add(content, options), clear: clearTenantToasts }),
    [],
  );
  return (
    <ToastRegion queue={toastQueue} className="toasts" aria-label={t('common.notices')}>
      {({ toast: shown }) => (
        <Toast toast={shown} className={`toast toast--${shown.content.tone}`}>
          <Icon name={marks[shown.content.tone]} />
          <ToastContent className="toast-text">
            <Text slot="title">{shown.content.title}</Text>
            {shown.content.text ? (
              <Text slot="description" className="small mute">
                {shown.content.text}
              </Text>
            ) : null}
          </ToastContent>
          {shown.content.action ? (
            <p className="small">
              <button
                type="button"
                className="link"
                onClick={() => {
                  shown.content.action?.run();
                  toastQueue.close(shown.key);
                }}
              >
                {shown.content.action.label}
              </button>
            </p>
          ) : null}
          <IconButton icon="cross" label={t('common.close')} onClick={() => toastQueue.close(shown.key)} />
        </Toast>
      )}
    </ToastRegion>
  );
}
