import type { QrElement } from '@sello/contracts';
import { encodeQR } from 'qr';

/** A QR symbol (ISO/IEC 18004) without its quiet zone. */
export interface QrSymbol {
  /** Modules per side. */
  size: number;
  /** One byte for each module, row by row: 1 is dark. */
  modules: Uint8Array;
}

const levels = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const;

const utf8 = new TextEncoder();
/** Capacity of the largest symbol at each level, in bytes (ISO/IEC 18004, table 7). */
const capacity = { L: 2_953, M: 2_331, Q: 1_663, H: 1_273 } as const;

/** A fixed mask is faster and decodes as well as one chosen per symbol (measured in docs/decisions/elements.md). */
const mask = 2;

/** Encodes a text as UTF-8 bytes in the smallest symbol that fits it; null when it exceeds the largest one. */
export function qrSymbol(content: string, errorCorrection: QrElement['errorCorrection']): QrSymbol | null {
  const bytes = utf8.encode(content);
  if (bytes.length > capacity[errorCorrection]) return null;
  // The library requires a border of at least one module; it is removed below.
  const rows = encodeQR(content, 'raw', {
    ecc: levels[errorCorrection],
    encoding: 'byte',
    textEncoder: () => bytes,
    mask,
    border: 1,
  });
  const size = rows.length - 2;
  const modules = new Uint8Array(size * size);
  for (let row = 0, at = 0; row < size; row += 1) {
    const line = rows[row + 1] as boolean[];
    for (let column = 1; column <= size; column += 1, at += 1) if (line[column]) modules[at] = 1;
  }
  return { size, modules };
}
