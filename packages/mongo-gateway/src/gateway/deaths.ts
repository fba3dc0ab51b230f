/** As long as a driver's `withTransaction` goes on trying, ms. */
const MEMORY_MS = 2 * 60_000;
const MAX_REMEMBERED = 1_000;

/**
 * How often the engine died, without a word of another's crash, under what one client asks for again and again: by
 * itself a driver would repeat a transaction that kills the engine for two minutes.
 */
export class Deaths {
  readonly #deaths = new Map<string, { count: number; at: number }>();

  /** @param key the number of a write that may be repeated, or the session of a transaction */
  note(key: string): void {
    const count = this.of(key) + 1;
    this.#deaths.delete(key);
    this.#deaths.set(key, { count, at: Date.now() });
    const [oldest] = this.#deaths.keys();
    if (oldest !== undefined && this.#deaths.size > MAX_REMEMBERED) this.#deaths.delete(oldest);
  }

  of(key: string): number {
    const known = this.#deaths.get(key);
    return known && Date.now() - known.at < MEMORY_MS ? known.count : 0;
  }

  /** It was done, so it is not what killed the engine. */
  forget(key: string): void {
    this.#deaths.delete(key);
  }
}
