import { useEffect, useLayoutEffect } from 'react';
import {
  type QueuedToast,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../state/useStore.ts';
import { IconButton } from '../button/Button.tsx';
import { Icon, type IconName } from '../icon/Icon.tsx';
import { showToastsIn, type ToastTone, toast } from './queue.ts';
import { notifyRejections } from './rejections.ts';
import { createRepeats, type Said } from './repeats.ts';

/** Older ones wait; their time begins again when they are back in sight. */
const mostInSight = 3;
const toastQueue = new ToastQueue<Said>({ maxVisibleToasts: mostInSight });
const repeats = createRepeats(toastQueue);

const marks: Record<ToastTone, IconName> = { ok: 'check', info: 'clock', warn: 'bang', bad: 'ringCross' };

/** Whether the pointer or the focus is on the toasts. */
const isHeld = (): boolean => document.querySelector('.toasts:is(:hover, :focus-within)') !== null;

/** Keeps what is about the person; its time begins again. */
function clearTenantToasts(): void {
  for (const content of repeats.clear(({ ofPerson }) => ofPerson === true)) toast(content);
}

/** The toasts: a landmark region (F6), newest in front. */
export function ToastList() {
  const { t } = useTranslation();
  useEffect(
    () =>
      showToastsIn({
        add: (content, options) => repeats.add(content, { ...options, isHeld: isHeld() }),
        clear: clearTenantToasts,
      }),
    [],
  );
  useEffect(notifyRejections, []);
  useEffect(followPresses, []);
  return (
    <ToastRegion queue={toastQueue} className="toasts" aria-label={t('common.notices')}>
      {({ toast: shown }) => <Notice shown={shown} />}
    </ToastRegion>
  );
}

/** Whether a pointer is pressed, and whether the height has changed since. */
const press = { isDown: false, isDue: false };

/**
 * Tells the layout how high the toasts are, so that what they would cover moves away. Nothing moves while a pointer is
 * pressed: the release would be beside what was pressed, and no click.
 */
function reportHeight(): void {
  press.isDue = press.isDown;
  if (press.isDown) return;
  const region = document.querySelector<HTMLElement>('.toasts');
  const height = region?.isConnected ? Math.ceil(region.getBoundingClientRect().height) : 0;
  document.documentElement.style.setProperty('--toasts', height > 0 ? `${height + 24}px` : '0px');
}

/** Follows the pointers until the returned function is called. */
function followPresses(): () => void {
  // Of a secondary button some systems report no release: their own menu takes it.
  const down = ({ button }: PointerEvent): void => {
    press.isDown = button === 0;
  };
  // The click comes after the release.
  const up = () =>
    setTimeout(() => {
      press.isDown = false;
      if (press.isDue) reportHeight();
    });
  addEventListener('pointerdown', down, true);
  addEventListener('pointerup', up, true);
  addEventListener('pointercancel', up, true);
  return () => {
    removeEventListener('pointerdown', down, true);
    removeEventListener('pointerup', up, true);
    removeEventListener('pointercancel', up, true);
  };
}

function Notice({ shown }: { shown: QueuedToast<Said> }) {
  const { t } = useTranslation();
  const { content, times } = useStore(shown.content);
  const { tone, title, text, action } = content;
  useLayoutEffect(() => {
    reportHeight();
    // Also after the last one, with which the region goes.
    return () => queueMicrotask(reportHeight);
  });
  return (
    <Toast toast={shown} className={`toast toast--${tone}`}>
      <Icon name={marks[tone]} />
      <ToastContent className="toast-text">
        <Text slot="title">
          {title}
          {times > 1 ? <span className="times num">×{times}</span> : null}
        </Text>
        {text ? (
          <Text slot="description" className="small mute">
            {text}
          </Text>
        ) : null}
      </ToastContent>
      {action ? (
        <p className="small">
          <button
            type="button"
            className="link"
            onClick={() => {
              action.run();
              toastQueue.close(shown.key);
            }}
          >
            {action.label}
          </button>
        </p>
      ) : null}
      <IconButton icon="cross" label={t('common.close')} onClick={() => toastQueue.close(shown.key)} />
    </Toast>
  );
}
