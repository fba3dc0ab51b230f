import { limits } from '@sello/contracts';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';

export type ToastTone = 'ok' | 'info' | 'warn' | 'bad';

export interface ToastText {
  tone: ToastTone;
  title: string;
  text?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
}

export const toastQueue = new ToastQueue<ToastText>({ maxVisibleToasts: 6 });

/** Success and information stay 5 s, an error 8 s; each waits while the pointer or the focus is on it. */
export function toast(content: ToastText): void {
  const timeout =
    content.tone === 'bad' || content.tone === 'warn' ? limits.toastMs.error : limits.toastMs.success;
  toastQueue.add(content, { timeout });
}
