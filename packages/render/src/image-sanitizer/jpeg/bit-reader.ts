import { UnreadableImage } from '../../pdf/images/image.ts';
import type { HuffmanDecoder } from './huffman.ts';

/** Zero bytes that may be read past the end of a segment: what the look-ahead of 16 bits needs. */
const maxOverrun = 5;

/** The entropy-coded segments of one scan, without the stuffed zero bytes (ISO/IEC 10918-1, F.2.2.5). */
export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  #buffer = 0;
  #count = 0;
  #overrun = 0;

  constructor(bytes: Uint8Array, from: number, to: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
  }

  #fill(): void {
    while (this.#count <= 24) {
      let byte = 0;
      if (this.#at < this.#end) {
        byte = this.#bytes[this.#at] as number;
        if (byte !== 0xff) this.#at += 1;
        else if (this.#bytes[this.#at + 1] === 0) this.#at += 2;
        else byte = this.#pastEnd();
      } else {
        byte = this.#pastEnd();
      }
      this.#buffer = (this.#buffer << 8) | byte;
      this.#count += 8;
    }
  }

  #pastEnd(): number {
    this.#overrun += 1;
    if (this.#overrun > maxOverrun) throw new UnreadableImage('incomplete');
    return 0;
  }

  /** The next value that is coded with a table. */
  symbol(table: HuffmanDecoder): number {
    if (this.#count < 16) this.#fill();
    const bits16 = (this.#buffer >>> (this.#count - 16)) & 0xffff;
    const entry = (table.fast[bits16 >> 7] as number) || table.slow(bits16);
    if (entry === 0) throw new UnreadableImage('damaged');
    this.#count -= entry >> 8;
    return entry & 0xff;
  }

  /** `length` bits as an unsigned number; at most 16. */
  bits(length: number): number {
    if (length === 0) return 0;
    if (this.#count < length) this.#fill();
    this.#count -= length;
    return (this.#buffer >>> this.#count) & ((1 << length) - 1);
  }

  /** `length` bits as a signed number (F.2.2.1, EXTEND). */
  signed(length: number): number {
    if (length === 0) return 0;
    const value = this.bits(length);
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  /** Continues after the next restart marker. */
  restart(): void {
    this.#buffer = 0;
    this.#count = 0;
    this.#overrun = 0;
    for (let at = this.#at; at + 1 < this.#end; at += 1) {
      const mark = this.#bytes[at + 1] as number;
      if (this.#bytes[at] !== 0xff || mark < 0xd0 || mark > 0xd7) continue;
      this.#at = at + 2;
      return;
    }
    throw new UnreadableImage('incomplete');
  }
}
