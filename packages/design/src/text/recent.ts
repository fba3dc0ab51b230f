/**
 * Remembers what was made for the keys used lately. Two generations: when the younger is full it becomes the older, and
 * what was not asked for since is forgotten. Words that come back stay; certificate numbers, used once, go.
 */
export class Recent<Value extends object> {
  readonly #size: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** Holds between `size` and twice as many values. */
  constructor(size: number) {
    this.#size = size;
  }

  get(key: string, make: () => Value): Value {
    const young = this.#young.get(key);
    if (young) return young;
    const value = this.#old.get(key) ?? make();
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
