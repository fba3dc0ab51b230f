/** Messages of at least this size count as large. */
export const LARGE_BYTES = 1024 * 1024;
/** How many large messages may be in memory at once: 4 × 48 MB at most. */
const LARGE_AT_ONCE = 4;

/** A bound on large messages in memory: who has none waits in order, unread, until another's is done. */
export class LargeMessages {
  #free = LARGE_AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  async enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
