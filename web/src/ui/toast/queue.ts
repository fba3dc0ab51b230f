import { limits } from '@sello/contracts';
import { createStore } from '../../state/store.ts';

export type ToastTone = 'ok' | 'info' | 'warn' | 'bad';

export interface ToastText {
  tone: ToastTone;
  title: string;
  text?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  /** About the person: it survives a change of the organization. */
  ofPerson?: boolean;
  untilClosed?: boolean;
}

/** Renders toasts and runs their timers. */
interface ToastQueue {
  add(content: ToastText, options: { timeout?: number }): unknown;
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
  const isError = content.tone === 'bad' || content.tone === 'warn';
  // The dialog that is open says it already.
  const isOfDialog = globalThis.document?.querySelector('.dialog h2')?.textContent === content.title;
  if (isOfDialog && !content.text) return;
  const timeout = isError ? limits.toastMs.error : limits.toastMs.success;
  const { text, ...rest } = content;
  const shown = isOfDialog ? { ...rest, title: text! } : content;
  queue.add(shown, content.untilClosed ? {} : { timeout });
}

/** Removes what is about the organization. */
export function clearToasts(): void {
  waiting.splice(0, waiting.length, ...waiting.filter(({ ofPerson }) => ofPerson));
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
