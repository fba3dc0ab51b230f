import { limits } from '@sello/contracts';
import { createStore } from '../../state/store.ts';

export type ToastTone = 'ok' | 'info' | 'warn' | 'bad';

export interface ToastText {
  tone: ToastTone;
  title: string;
  text?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
}

/** Renders toasts and runs their timers. */
interface ToastQueue {
  add(content: ToastText, options: { timeout: number }): unknown;
  clear(): void;
}

/** Whether there is a toast to show, so the list must be loaded. */
export const hasToasts = createStore(false);

const waiting: ToastText[] = [];
let queue: ToastQueue | undefined;

/** Success and information stay 5 s, errors 8 s; the timer pauses while the pointer or the focus is on the toast. */
export function toast(content: ToastText): void {
  hasToasts.set(true);
  if (queue === undefined) {
    waiting.push(content);
    return;
  }
  const timeout =
    content.tone === 'bad' || content.tone === 'warn' ? limits.toastMs.error : limits.toastMs.success;
  queue.add(content, { timeout });
}

export function clearToasts(): void {
  waiting.length = 0;
  queue?.clear();
}

/** Registers the list that shows toasts, beginning with the queued ones, until the returned function is called. */
export function showToastsIn(shown: ToastQueue): () => void {
  queue = shown;
  for (const content of waiting.splice(0)) toast(content);
  return () => {
    if (queue === shown) queue = undefined;
  };
}
