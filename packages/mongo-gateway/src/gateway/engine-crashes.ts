/** As long as a driver's `withTransaction` retries, ms. */
const MEMORY_MS = 2 * 60_000;
const MAX_REMEMBERED = 1_000;

/**
 * Counts how often the engine crashed, without a notice of another's crash, during what one client retries: a driver
 * would retry a transaction that crashes the engine for two minutes.
 */
export class EngineCrashes {
  readonly #crashes = new Map<string, { count: number; at: number }>();

  /** @param key the id of a retryable write, or the session of a transaction */
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

  /** To be called when it succeeded: it is not the cause of the crash. */
  forget(key: string): void {
    this.#crashes.delete(key);
  }
}
