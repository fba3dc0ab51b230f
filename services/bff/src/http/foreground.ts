import { setImmediate as nextTurn } from 'node:timers/promises';

/** A call that takes longer than this waits for something else than the event loop, ms. */
const shortMs = 100;

/**
 * The short calls that are under way in this process. What is long and of many small pieces lets them go first: a call
 * comes back to the event loop half a dozen times, and would wait for a piece each time.
 */
export class Foreground {
  readonly #begun = new Set<number>();
  #wake: (() => void) | undefined;
  #clear = Promise.resolve();
  #count = 0;

  /** A call begins; answers how it ends. */
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
    const timer = setTimeout(leave, shortMs);
    timer.unref();
    return leave;
  }

  /** Resolves in another turn of the event loop, when no short call is under way, or after `patienceMs` all the same. */
  async clear(patienceMs: number): Promise<void> {
    await nextTurn();
    if (this.#begun.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([this.#clear, late]);
    clearTimeout(timer);
  }
}
