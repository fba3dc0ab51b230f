export interface CacheOptions<Value> {
  /** The sum of weights that is kept; the value used last stays whatever it weighs. */
  maxWeight: number;
  weightOf: (value: Value) => number;
  /** Whether an error is cached; none is when left out. */
  keepError?: (error: unknown) => boolean;
}

interface Entry<Value> {
  value: Promise<Value>;
  weight: number;
}

/**
 * Values that are expensive to make: each key is made once, however many ask at the same time, and the ones unused for
 * longest are dropped beyond the weight.
 */
export class SingleFlightCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #options: CacheOptions<Value>;
  #weight = 0;

  constructor(options: CacheOptions<Value>) {
    this.#options = options;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const found = this.#entries.get(key);
    if (found !== undefined) {
      // A Map keeps the order of insertion, so that the first key is the one unused for longest.
      this.#entries.delete(key);
      this.#entries.set(key, found);
      return found.value;
    }
    const entry: Entry<Value> = { value: make(), weight: 0 };
    this.#entries.set(key, entry);
    entry.value.then(
      (value) => this.#settled(key, entry, this.#options.weightOf(value)),
      (error: unknown) => {
        if (this.#options.keepError?.(error)) this.#settled(key, entry, 1);
        else if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    );
    return entry.value;
  }

  #settled(key: string, entry: Entry<Value>, weight: number): void {
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
