import { setImmediate as nextTurn } from 'node:timers/promises';
import { times } from '@sello/kit';

/**
 * Tracks the running short calls of this process, so that long work in many small steps can yield to them: a call
 * returns to the event loop about six times, and would otherwise wait for one step each time.
 */
export class Foreground {
  readonly #begun = new Set<number>();
  #wake: (() => void) | undefined;
  #clear = Promise.resolve();
  #count = 0;

  /** Registers a call; returns the function that ends it. */
  enter(): () => void {
    if (this.#begun.size === 0) {
      this.#clear = new Promise((resolve) => {
        this.#wake = resolve;
      });
    }
    const call = this.#count++;
    this.#begun.add(call);
    const leave = () => {
      clearTimeout(timer);
      if (this.#begun.delete(call) && this.#begun.size === 0) this.#wake?.();
    };
    const timer = setTimeout(leave, times.shortCallMs);
    timer.unref();
    return leave;
  }

  /**
   * Resolves in a later iteration of the event loop, when no short call is running, or after `timeoutMs` at the latest.
   */
  async clear(timeoutMs: number): Promise<void> {
    await nextTurn();
    if (this.#begun.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.#clear, late]);
    clearTimeout(timer);
  }
}
