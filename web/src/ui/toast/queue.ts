import { limits } from '@sello/contracts';
import { createStore } from '../../state/store.ts';

export type ToastTone = 'ok' | 'info' | 'warn' | 'bad';

export interface ToastText {
  tone: ToastTone;
  title: string;
  text?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
}

/** What shows toasts and counts their time. */
interface ToastQueue {
  add(content: ToastText, options: { timeout: number }): unknown;
  clear(): void;
}

/** There is something to show: the list that shows it is wanted. */
export const hasToasts = createStore(false);

const waiting: ToastText[] = [];
let queue: ToastQueue | undefined;

/** Success and information stay 5 s, an error 8 s; each waits while the pointer or the focus is on it. */
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

/** From now on toasts are shown there, those that waited for it first; until the returned function is called. */
export function showToastsIn(shown: ToastQueue): () => void {
  queue = shown;
  for (const content of waiting.splice(0)) toast(content);
  return () => {
    if (queue === shown) queue = undefined;
  };
}
