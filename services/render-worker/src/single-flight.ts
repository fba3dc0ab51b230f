export interface CacheOptions<Value> {
  /** The maximum sum of weights; the value used last stays even if it alone is heavier. */
  maxWeight: number;
  weightOf: (value: Value) => number;
  /** Whether an error is cached; by default none is. */
  keepError?: (error: unknown) => boolean;
}

interface Entry<Value> {
  value: Promise<Value>;
  weight: number;
}

/**
 * A cache of values that are expensive to load: concurrent callers share one load, and beyond the maximum weight the
 * least recently used values are evicted.
 */
export class SingleFlightCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #options: CacheOptions<Value>;
  #weight = 0;

  constructor(options: CacheOptions<Value>) {
    this.#options = options;
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const found = this.#entries.get(key);
    if (found !== undefined) {
      // A Map keeps insertion order, so its first key is the least recently used one.
      this.#entries.delete(key);
      this.#entries.set(key, found);
      return found.value;
    }
    const entry: Entry<Value> = { value: load(), weight: 0 };
    this.#entries.set(key, entry);
    entry.value.then(
      (value) => this.#addWeight(key, entry, this.#options.weightOf(value)),
      (error: unknown) => {
        if (this.#options.keepError?.(error)) this.#addWeight(key, entry, 1);
        else if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    );
    return entry.value;
  }

  #addWeight(key: string, entry: Entry<Value>, weight: number): void {
    if (this.#entries.get(key) !== entry) return;
    entry.weight = weight;
    this.#weight += weight;
    for (const [oldKey, old] of this.#entries) {
      if (this.#weight <= this.#options.maxWeight) break;
      if (old === entry || old.weight === 0) continue;
      this.#entries.delete(oldKey);
      this.#weight -= old.weight;
    }
  }
}
