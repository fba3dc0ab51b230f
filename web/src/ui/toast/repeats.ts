import { createStore, type Store } from '../../state/store.ts';
import type { ToastText } from './queue.ts';

/** What a toast shows: its text, and how often it was said. */
export type Said = Store<{ content: ToastText; times: number }>;

interface Shown {
  key: string;
  content: Said;
  timer?: { pause(): void; reset(ms: number): void };
}

/** The part of the queue of toasts that counting needs. */
export interface CountedQueue {
  visibleToasts: Shown[];
  add(content: Said, options: { timeout?: number; onClose: () => void }): string;
  close(key: string): void;
  clear(): void;
}

export interface AddOptions {
  timeout?: number;
  /** Whether times stand still, because the pointer or the focus is on the toasts. */
  isHeld?: boolean;
}

export interface Repeats {
  /**
   * Adds a toast, or, when one with the same words is there, counts it and begins its time anew. One that waits out of
   * sight comes to the front.
   */
  add(content: ToastText, options: AddOptions): void;
  /** Removes all toasts; returns the texts of those that `isKept`, oldest first. */
  clear(isKept: (content: ToastText) => boolean): ToastText[];
}

/** Shows the toasts of a queue, the same words once. */
export function createRepeats(queue: CountedQueue): Repeats {
  /** By words, in the order in which they came. */
  const known = new Map<string, { key: string; said: Said }>();

  function insert(said: Said, timeout: number | undefined): void {
    const words = wordsOf(said.get().content);
    const key = queue.add(said, {
      ...(timeout === undefined ? {} : { timeout }),
      onClose: () => known.delete(words),
    });
    known.set(words, { key, said });
  }

  return {
    add(content, { timeout, isHeld = false }) {
      const same = known.get(wordsOf(content));
      if (!same) return insert(createStore({ content, times: 1 }), timeout);
      same.said.set({ content, times: same.said.get().times + 1 });
      const inSight = queue.visibleToasts.find(({ key }) => key === same.key);
      if (!inSight) {
        queue.close(same.key);
        return insert(same.said, timeout);
      }
      if (timeout === undefined || !inSight.timer) return;
      inSight.timer.pause();
      inSight.timer.reset(timeout);
      if (isHeld) inSight.timer.pause();
    },
    clear(isKept) {
      const kept = [...known.values()].map(({ said }) => said.get().content).filter(isKept);
      known.clear();
      queue.clear();
      return kept;
    },
  };
}

function wordsOf({ tone, title, text = '', action }: ToastText): string {
  return JSON.stringify([tone, title, text, action?.label ?? '']);
}
