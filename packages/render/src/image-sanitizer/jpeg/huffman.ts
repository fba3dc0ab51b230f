import { UnreadableImage } from '../../pdf/images/image.ts';

/** The code lengths (how many codes of 1 to 16 bits) and values of a Huffman table (ISO/IEC 10918-1, B.2.4.2). */
export interface HuffmanSpec {
  counts: Uint8Array;
  values: Uint8Array;
}

const fastBits = 9;

/** A table for decoding: short codes by one look-up, longer ones by their length. */
export class HuffmanDecoder {
  /** Length << 8 | value for each sequence of nine bits; 0 where the code is longer. */
  readonly fast = new Uint16Array(1 << fastBits);
  readonly #limits = new Int32Array(18);
  readonly #offsets = new Int32Array(17);
  readonly #values: Uint8Array;

  /** Throws UnreadableImage for lengths that make no prefix code. */
  constructor({ counts, values }: HuffmanSpec) {
    this.#values = values;
    let code = 0;
    let index = 0;
    for (let length = 1; length <= 16; length += 1) {
      const count = counts[length - 1] as number;
      this.#offsets[length] = index - code;
      for (let one = 0; one < count; one += 1, code += 1, index += 1) {
        if (length > fastBits) continue;
        const from = code << (fastBits - length);
        this.fast.fill((length << 8) | (values[index] as number), from, from + (1 << (fastBits - length)));
      }
      if (code > 1 << length) throw new UnreadableImage('damaged');
      this.#limits[length] = code << (16 - length);
      code <<= 1;
    }
  }

  /** Length << 8 | value of the code that 16 bits begin with; 0 when there is none. */
  slow(bits16: number): number {
    for (let length = fastBits + 1; length <= 16; length += 1) {
      if (bits16 >= (this.#limits[length] as number)) continue;
      const index = (bits16 >> (16 - length)) + (this.#offsets[length] as number);
      return (length << 8) | (this.#values[index] as number);
    }
    return 0;
  }
}

/** The code of each value, for encoding. */
export function huffmanCodes({ counts, values }: HuffmanSpec): { codes: Uint16Array; lengths: Uint8Array } {
  const codes = new Uint16Array(256);
  const lengths = new Uint8Array(256);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    for (let one = 0; one < (counts[length - 1] as number); one += 1, code += 1, index += 1) {
      codes[values[index] as number] = code;
      lengths[values[index] as number] = length;
    }
    code <<= 1;
  }
  return { codes, lengths };
}
