/**
 * A cache with two generations that approximates LRU: when the young map is full it becomes the old one, and the entries
 * of the previous old map that were not read since are evicted. Words that recur stay cached; certificate ids, which
 * occur once, are evicted.
 */
export class TwoGenerationCache<Value extends object> {
  readonly #size: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** Holds between `size` and twice as many values. */
  constructor(size: number) {
    this.#size = size;
  }

  /** The cached value, or the one that `create` returns, which is cached. */
  get(key: string, create: () => Value): Value {
    const young = this.#young.get(key);
    if (young) return young;
    const value = this.#old.get(key) ?? create();
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
