/** Reads big-endian values sequentially from `at`. Throws RangeError at the end of the bytes. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  u8(): number {
    const value = this.#view.getUint8(this.at);
    this.at += 1;
    return value;
  }

  u16(): number {
    const value = this.#view.getUint16(this.at);
    this.at += 2;
    return value;
  }

  i16(): number {
    const value = this.#view.getInt16(this.at);
    this.at += 2;
    return value;
  }

  u32(): number {
    const value = this.#view.getUint32(this.at);
    this.at += 4;
    return value;
  }

  tag(): string {
    return String.fromCharCode(...this.take(4));
  }

  take(length: number): Uint8Array {
    if (length > this.bytes.byteLength - this.at) throw new RangeError('the font ends too early');
    const part = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return part;
  }

  /** A number of one to three bytes (WOFF 2.0, 6.1.1). */
  short255(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 255) return this.u8() + 253;
    if (code === 254) return this.u8() + 506;
    return code;
  }

  /** A number of one to five bytes with 7 bits in each (WOFF 2.0, 6.1.2). */
  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count += 1) {
      const byte = this.u8();
      if (count === 0 && byte === 0x80) break;
      value = value * 128 + (byte & 0x7f);
      if (value > 0xffffffff) break;
      if ((byte & 0x80) === 0) return value;
    }
    throw new RangeError('the font has a number that cannot be read');
  }
}
