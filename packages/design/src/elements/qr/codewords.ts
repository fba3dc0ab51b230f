import { blockCounts, correctionCodewords, type ErrorCorrection } from './tables.ts';

// Arithmetic of GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1 by logarithms (ISO/IEC 18004, 7.5.2).
const exponents = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = value;
  exponents[power + 255] = value;
  logarithms[value] = power;
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
}

const generators = new Map<number, Uint8Array>();

/** The generator polynomial of a degree, highest coefficient (always 1) left out. */
function generatorOf(degree: number): Uint8Array {
  let generator = generators.get(degree);
  if (!generator) {
    generator = new Uint8Array(degree);
    generator[degree - 1] = 1;
    for (let root = 0; root < degree; root += 1) {
      for (let place = 0; place < degree; place += 1) {
        const factor = generator[place] as number;
        const product = factor === 0 ? 0 : (exponents[(logarithms[factor] as number) + root] as number);
        generator[place] = product ^ (generator[place + 1] ?? 0);
      }
    }
    generators.set(degree, generator);
  }
  return generator;
}

function correctionOf(data: Uint8Array, degree: number): Uint8Array {
  const generator = generatorOf(degree);
  const remainder = new Uint8Array(degree);
  for (const byte of data) {
    const factor = byte ^ (remainder[0] as number);
    remainder.copyWithin(0, 1);
    remainder[degree - 1] = 0;
    if (factor === 0) continue;
    const logarithm = logarithms[factor] as number;
    for (let place = 0; place < degree; place += 1) {
      const coefficient = generator[place] as number;
      if (coefficient !== 0) {
        remainder[place] =
          (remainder[place] as number) ^
          (exponents[(logarithms[coefficient] as number) + logarithm] as number);
      }
    }
  }
  return remainder;
}

/** All modules that carry codewords, in bits (ISO/IEC 18004, table 1). */
export function rawBits(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const centres = Math.floor(version / 7) + 2;
    bits -= (25 * centres - 10) * centres - 55;
    if (version >= 7) bits -= 36;
  }
  return bits;
}

function dataBytes(version: number, level: ErrorCorrection): number {
  const correction =
    (correctionCodewords[level][version - 1] as number) * (blockCounts[level][version - 1] as number);
  return (rawBits(version) >> 3) - correction;
}

/** The smallest version that holds so many bytes; null when none does. */
export function versionFor(byteCount: number, level: ErrorCorrection): number | null {
  for (let version = 1; version <= 40; version += 1) {
    const header = 4 + (version < 10 ? 8 : 16);
    if (header + byteCount * 8 <= dataBytes(version, level) * 8) return version;
  }
  return null;
}

/** The symbol's codewords in the order of placing: bytes, padding and correction, blocks interleaved (7.4 to 7.6). */
export function codewordsOf(bytes: Uint8Array, version: number, level: ErrorCorrection): Uint8Array {
  const capacity = dataBytes(version, level);
  const data = new Uint8Array(capacity);
  let bit = 0;
  const write = (value: number, length: number) => {
    for (let place = length - 1; place >= 0; place -= 1, bit += 1) {
      if ((value >> place) & 1) data[bit >> 3] = (data[bit >> 3] as number) | (0x80 >> (bit & 7));
    }
  };
  write(4, 4);
  write(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) write(byte, 8);
  const filled = Math.min(capacity, Math.ceil((bit + Math.min(4, capacity * 8 - bit)) / 8));
  for (let place = filled; place < capacity; place += 1)
    data[place] = (place - filled) % 2 === 0 ? 0xec : 0x11;

  const degree = correctionCodewords[level][version - 1] as number;
  const count = blockCounts[level][version - 1] as number;
  const short = Math.floor(capacity / count);
  const longBlocks = capacity % count;
  const blocks: Uint8Array[] = [];
  for (let index = 0, start = 0; index < count; index += 1) {
    const length = short + (index >= count - longBlocks ? 1 : 0);
    blocks.push(data.subarray(start, start + length));
    start += length;
  }
  const corrections = blocks.map((block) => correctionOf(block, degree));
  const result = new Uint8Array(rawBits(version) >> 3);
  let at = 0;
  for (let place = 0; place <= short; place += 1) {
    for (const block of blocks) if (place < block.length) result[at++] = block[place] as number;
  }
  for (let place = 0; place < degree; place += 1) {
    for (const correction of corrections) result[at++] = correction[place] as number;
  }
  return result;
}
