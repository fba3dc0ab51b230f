/** Bytes of pictures that one process keeps. */
const mostBytes = 64 * 1024 * 1024;

/** What was drawn lately, by the hash of what it was drawn from; the longest unused goes first. */
export class KeptPictures<Kept> {
  readonly #sizeOf: (picture: Kept) => number;
  readonly #most: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  readonly #coming = new Map<string, Promise<Kept>>();
  #bytes = 0;

  constructor(sizeOf: (picture: Kept) => number, most = mostBytes) {
    this.#sizeOf = sizeOf;
    this.#most = most;
  }

  /** The picture as it is kept, or made now; several who ask for one at once wait for one. Failures are not kept. */
  async take(hash: string, make: () => Promise<Kept>): Promise<Kept> {
    const known = this.#kept.get(hash);
    if (known !== undefined) {
      this.#kept.delete(hash);
      this.#kept.set(hash, known);
      return known;
    }
    const coming = this.#coming.get(hash);
    if (coming !== undefined) return coming;
    const made = make();
    this.#coming.set(hash, made);
    try {
      const picture = await made;
      this.#keep(hash, picture);
      return picture;
    } finally {
      this.#coming.delete(hash);
    }
  }

  #keep(hash: string, picture: Kept): void {
    this.#kept.set(hash, picture);
    this.#bytes += this.#sizeOf(picture);
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= this.#most) break;
      this.#kept.delete(oldest);
      this.#bytes -= this.#sizeOf(one);
    }
  }
}
