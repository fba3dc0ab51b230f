import { codewordsOf, versionFor } from './codewords.ts';
import { penaltyOf } from './penalty.ts';
import type { ErrorCorrection } from './tables.ts';
import { templateOf, writeFormat } from './template.ts';

/** A QR symbol (ISO/IEC 18004) without its quiet zone. */
export interface QrSymbol {
  /** Modules to the side. */
  size: number;
  /** One byte for each module, row by row: 1 is dark. */
  modules: Uint8Array;
}

const utf8 = new TextEncoder();

/**
 * Encodes a text as UTF-8 bytes in the smallest symbol that holds it, under the mask that reads best; null when no
 * symbol holds it.
 */
export function qrSymbol(content: string, errorCorrection: ErrorCorrection): QrSymbol | null {
  const bytes = utf8.encode(content);
  const version = versionFor(bytes.length, errorCorrection);
  if (version === null) return null;
  const { size, modules: pattern, places, masks } = templateOf(version);
  const codewords = codewordsOf(bytes, version, errorCorrection);
  // Modules left over behind the last codeword stay light before masking.
  const bits = new Uint8Array(places.length);
  for (let bit = 0; bit < codewords.length * 8; bit += 1) {
    bits[bit] = ((codewords[bit >> 3] as number) >> (7 - (bit & 7))) & 1;
  }
  let best: Uint8Array | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [number, mask] of masks.entries()) {
    const modules = pattern.slice();
    for (let index = 0; index < places.length; index += 1) {
      modules[places[index] as number] = (bits[index] as number) ^ (mask[index] as number);
    }
    writeFormat(modules, size, errorCorrection, number);
    const penalty = penaltyOf(modules, size);
    if (penalty < lowest) {
      lowest = penalty;
      best = modules;
    }
  }
  return best && { size, modules: best };
}
