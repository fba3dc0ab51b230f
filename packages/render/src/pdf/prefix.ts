/** Collects the objects of the static prefix and their offsets. Objects are numbered in order from 1. */
export class PrefixWriter {
  readonly #parts: Buffer[] = [];
  readonly #offsets: number[] = [0];
  #size = 0;

  constructor() {
    // A comment of bytes above 127 marks the file as binary (ISO 32000-1, 7.5.2).
    this.#append(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  /** The number of the next object. */
  get next(): number {
    return this.#offsets.length;
  }

  /** Writes an object and returns its number. */
  add(body: string | Uint8Array): number {
    const number = this.next;
    this.#offsets.push(this.#size);
    this.#append(Buffer.from(`${number} 0 obj\n`, 'latin1'));
    this.#append(typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body));
    this.#append(Buffer.from('\nendobj\n', 'latin1'));
    return number;
  }

  /** The bytes, and the byte offset of each object by its number. */
  finish(): { bytes: Buffer; offsets: readonly number[] } {
    return { bytes: Buffer.concat(this.#parts, this.#size), offsets: this.#offsets };
  }

  #append(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
  }
}
