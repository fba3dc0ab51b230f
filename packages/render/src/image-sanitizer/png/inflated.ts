import { createInflate } from 'node:zlib';
import { UnreadableImage } from '../../pdf/images/image.ts';

/** Decompresses as much as is read, so that a file of 20 MB never becomes hundreds in memory. */
export class Inflated {
  readonly #stream = createInflate({ chunkSize: 64 * 1024 });
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(data: Buffer) {
    this.#chunks = this.#stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    // A pass whose turn has not come may fail before anybody waits for it; its `read` fails then.
    this.#stream.on('error', () => undefined);
    this.#stream.end(data);
  }

  /** The next bytes if they are at hand; null when `read` must be called. Overwritten by later calls. */
  take(length: number): Buffer | null {
    if (this.#at + length > this.#chunk.length) return null;
    this.#at += length;
    return this.#chunk.subarray(this.#at - length, this.#at);
  }

  /** Throws UnreadableImage when there are fewer, or the data are damaged. */
  async read(length: number): Promise<Buffer> {
    const whole = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      if (this.#at === this.#chunk.length) await this.#next();
      const part = this.#chunk.subarray(this.#at, this.#at + length - at);
      whole.set(part, at);
      at += part.length;
      this.#at += part.length;
    }
    return whole;
  }

  async skip(length: number): Promise<void> {
    for (let rest = length; rest > 0; ) {
      if (this.#at === this.#chunk.length) await this.#next();
      const part = Math.min(rest, this.#chunk.length - this.#at);
      this.#at += part;
      rest -= part;
    }
  }

  close(): void {
    this.#stream.destroy();
  }

  async #next(): Promise<void> {
    const next = await this.#chunks.next().catch(() => {
      throw new UnreadableImage('damaged');
    });
    if (next.done) throw new UnreadableImage('incomplete');
    this.#chunk = next.value;
    this.#at = 0;
  }
}
