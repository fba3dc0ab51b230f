/** A new file became larger than the limit. */
export class TooManyBytes extends Error {}

const chunkSize = 256 * 1024;

/** Collects a new file. Throws TooManyBytes as soon as it is larger than the limit, so that no more than that is held. */
export class ByteSink {
  readonly #maxBytes: number;
  #full: Buffer<ArrayBuffer>[] = [];
  /** Chunks of what was begun before, which are used again. */
  #spare: Buffer<ArrayBuffer>[] = [];
  #chunk = Buffer.allocUnsafeSlow(chunkSize);
  #at = 0;
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  byte(value: number): void {
    if (this.#at === chunkSize) this.#next();
    this.#chunk[this.#at++] = value;
  }

  bytes(data: Uint8Array): void {
    for (let from = 0; from < data.length; ) {
      if (this.#at === chunkSize) this.#next();
      const part = data.subarray(from, from + chunkSize - this.#at);
      this.#chunk.set(part, this.#at);
      this.#at += part.length;
      from += part.length;
    }
  }

  /** Begins the file anew in the same memory: what a coarser attempt leaves would be collected late. */
  clear(): void {
    this.#spare.push(...this.#full);
    this.#full = [];
    this.#at = 0;
    this.#size = 0;
  }

  finish(): Buffer {
    const size = this.#size + this.#at;
    if (size > this.#maxBytes) throw new TooManyBytes();
    const whole = Buffer.allocUnsafeSlow(size);
    let at = 0;
    for (const chunk of [...this.#full, this.#chunk.subarray(0, this.#at)]) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }

  #next(): void {
    this.#size += chunkSize;
    if (this.#size > this.#maxBytes) throw new TooManyBytes();
    this.#full.push(this.#chunk);
    this.#chunk = this.#spare.pop() ?? Buffer.allocUnsafeSlow(chunkSize);
    this.#at = 0;
  }
}
