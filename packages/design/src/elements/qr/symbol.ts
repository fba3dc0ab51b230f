import { codewordsOf, versionFor } from './codewords.ts';
import { longestPackedLine, packLines, penaltyOf } from './penalty.ts';
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
  const modules = pattern.slice();
  for (let index = 0; index < places.length; index += 1)
    modules[places[index] as number] = bits[index] as number;
  const mask = size <= longestPackedLine ? bestMask(modules, version, errorCorrection) : fixedMask;
  const turned = masks[mask] as Uint8Array;
  for (let index = 0; index < places.length; index += 1) {
    modules[places[index] as number] = (bits[index] as number) ^ (turned[index] as number);
  }
  writeFormat(modules, size, errorCorrection, mask);
  return { size, modules };
}

/** A symbol of more than 64 modules to the side holds far more than an address; any mask is valid for it. */
const fixedMask = 2;

function bestMask(modules: Uint8Array, version: number, level: ErrorCorrection): number {
  const { size } = templateOf(version);
  const plain = packLines(modules, size);
  const rows = new Int32Array(size * 2);
  const columns = new Int32Array(size * 2);
  let best = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [number, change] of changesOf(version, level).entries()) {
    for (let at = 0; at < size * 2; at += 1) {
      rows[at] = (plain.rows[at] as number) ^ (change.rows[at] as number);
      columns[at] = (plain.columns[at] as number) ^ (change.columns[at] as number);
    }
    const penalty = penaltyOf(rows, columns, size);
    if (penalty < lowest) {
      lowest = penalty;
      best = number;
    }
  }
  return best;
}

const changes = new Map<string, ReturnType<typeof packLines>[]>();

/** What each mask, with the format information that names it, turns in an unmasked symbol. */
function changesOf(version: number, level: ErrorCorrection): ReturnType<typeof packLines>[] {
  const key = `${version}${level}`;
  let packed = changes.get(key);
  if (!packed) {
    const { size, modules, places, masks } = templateOf(version);
    packed = masks.map((mask, number) => {
      const change = new Uint8Array(size * size);
      writeFormat(change, size, level, number);
      for (let at = 0; at < change.length; at += 1) {
        // Format modules are light in the pattern, all but the one that is always dark.
        if (modules[at] === 1) change[at] = 0;
      }
      for (const [index, place] of places.entries()) change[place] = mask[index] as number;
      return packLines(change, size);
    });
    changes.set(key, packed);
  }
  return packed;
}
