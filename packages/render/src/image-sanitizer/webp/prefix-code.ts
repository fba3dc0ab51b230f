import { UnreadableImage } from '../../pdf/images/image.ts';

/** Bits from the lowest of each byte on (RFC 9649, 3.2). */
export class LowBitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #buffer = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Up to 24 bits. Throws UnreadableImage at the end. */
  read(length: number): number {
    const value = this.peek(length);
    this.drop(length);
    return value;
  }

  /** Zeros follow the end. */
  peek(length: number): number {
    while (this.#count < length) {
      this.#buffer |= (this.#bytes[this.#at] ?? 0) << this.#count;
      this.#at += 1;
      this.#count += 8;
    }
    return this.#buffer & ((1 << length) - 1);
  }

  drop(length: number): void {
    this.#buffer >>>= length;
    this.#count -= length;
    if (this.#at - (this.#count >> 3) > this.#bytes.length) throw new UnreadableImage('incomplete');
  }
}

const fastBits = 8;
const longest = 15;

/** A canonical prefix code (RFC 9649, 3.7.2): short codes by one look-up, longer ones by their length. */
export class PrefixCode {
  /** Length << 12 | symbol for the next eight bits; 0 where the code is longer. */
  readonly #fast: Uint16Array;
  readonly #mask: number;
  readonly #bits: number;
  readonly #counts = new Uint16Array(longest + 1);
  readonly #symbols: Uint16Array;
  /** The only symbol, which takes no bits; -1 if there are more. */
  readonly #only: number;

  /** Throws UnreadableImage for lengths that make no complete code. */
  constructor(lengths: Uint8Array) {
    let used = 0;
    let only = -1;
    for (let symbol = 0; symbol < lengths.length; symbol += 1) {
      const length = lengths[symbol] as number;
      if (length === 0) continue;
      used += 1;
      only = symbol;
      this.#counts[length] = (this.#counts[length] as number) + 1;
    }
    this.#only = used === 1 ? only : -1;
    const starts = new Uint32Array(longest + 2);
    let space = 0;
    for (let length = 1; length <= longest; length += 1) {
      starts[length + 1] = (starts[length] as number) + (this.#counts[length] as number);
      space += (this.#counts[length] as number) << (longest - length);
    }
    if (used !== 1 && space !== 1 << longest) throw new UnreadableImage('damaged');
    this.#symbols = new Uint16Array(used);
    for (let symbol = 0; symbol < lengths.length; symbol += 1) {
      const length = lengths[symbol] as number;
      if (length === 0) continue;
      const place = starts[length] as number;
      this.#symbols[place] = symbol;
      starts[length] = place + 1;
    }
    const longestUsed = this.#counts.findLastIndex((count) => count > 0);
    this.#bits = used === 1 ? 0 : Math.min(fastBits, longestUsed);
    this.#mask = (1 << this.#bits) - 1;
    this.#fast = new Uint16Array(1 << this.#bits);
    if (used > 1) this.#fillFast();
  }

  symbol(bits: LowBitReader): number {
    if (this.#only >= 0) return this.#only;
    const next = bits.peek(longest);
    const entry = this.#fast[next & this.#mask] as number;
    if (entry !== 0) {
      bits.drop(entry >> 12);
      return entry & 0xfff;
    }
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= longest; length += 1) {
      code |= (next >> (length - 1)) & 1;
      const count = this.#counts[length] as number;
      if (code - first < count) {
        bits.drop(length);
        return this.#symbols[index + code - first] as number;
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new UnreadableImage('damaged');
  }

  #fillFast(): void {
    let [code, index] = [0, 0];
    for (let length = 1; length <= this.#bits; length += 1, code <<= 1) {
      for (let one = 0; one < (this.#counts[length] as number); one += 1, code += 1, index += 1) {
        let reversed = 0;
        for (let bit = 0; bit < length; bit += 1) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
        for (let at = reversed; at <= this.#mask; at += 1 << length) {
          this.#fast[at] = (length << 12) | (this.#symbols[index] as number);
        }
      }
    }
  }
}

const lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** Reads a code for symbols below `size` (3.7.2.1). Throws UnreadableImage. */
export function readPrefixCode(bits: LowBitReader, size: number): PrefixCode {
  const lengths = new Uint8Array(size);
  if (bits.read(1) === 1) {
    const isPair = bits.read(1) === 1;
    const symbols = [bits.read(bits.read(1) === 1 ? 8 : 1)];
    if (isPair) symbols.push(bits.read(8));
    for (const symbol of symbols) {
      if (symbol >= size) throw new UnreadableImage('damaged');
      lengths[symbol] = 1;
    }
    return new PrefixCode(lengths);
  }
  const lengthLengths = new Uint8Array(19);
  const count = 4 + bits.read(4);
  for (let index = 0; index < count; index += 1) lengthLengths[lengthOrder[index] as number] = bits.read(3);
  const lengthCode = new PrefixCode(lengthLengths);
  let rest = bits.read(1) === 1 ? 2 + bits.read(2 + 2 * bits.read(3)) : size;
  if (rest > size) throw new UnreadableImage('damaged');
  let previous = 8;
  for (let symbol = 0; symbol < size && rest > 0; rest -= 1) {
    const length = lengthCode.symbol(bits);
    if (length < 16) {
      lengths[symbol++] = length;
      if (length !== 0) previous = length;
      continue;
    }
    const repeats = length === 16 ? 3 + bits.read(2) : length === 17 ? 3 + bits.read(3) : 11 + bits.read(7);
    if (symbol + repeats > size) throw new UnreadableImage('damaged');
    if (length === 16) lengths.fill(previous, symbol, symbol + repeats);
    symbol += repeats;
  }
  return new PrefixCode(lengths);
}
