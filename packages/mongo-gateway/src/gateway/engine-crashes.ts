/** As long as a driver's `withTransaction` goes on trying, ms. */
const MEMORY_MS = 2 * 60_000;
const MAX_REMEMBERED = 1_000;

/**
 * How often the engine died, without a word of another's crash, under what one client asks for again and again: by
 * itself a driver would repeat a transaction that kills the engine for two minutes.
 */
export class EngineCrashes {
  readonly #crashes = new Map<string, { count: number; at: number }>();

  /** @param key the number of a write that may be repeated, or the session of a transaction */
  note(key: string): void {
    const count = this.of(key) + 1;
    this.#crashes.delete(key);
    this.#crashes.set(key, { count, at: Date.now() });
    const [oldest] = this.#crashes.keys();
    if (oldest !== undefined && this.#crashes.size > MAX_REMEMBERED) this.#crashes.delete(oldest);
  }

  of(key: string): number {
    const known = this.#crashes.get(key);
    return known && Date.now() - known.at < MEMORY_MS ? known.count : 0;
  }

  /** It was done, so it is not what killed the engine. */
  forget(key: string): void {
    this.#crashes.delete(key);
  }
}
