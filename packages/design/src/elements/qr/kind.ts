import { code } from '../code.ts';
import { defineElement } from '../element-kind.ts';
import { type QrSymbol, qrSymbol } from './symbol.ts';

/** A square symbol centred in its box, in points from the top left corner of the box. */
export interface QrLayout {
  symbol: QrSymbol;
  left: number;
  top: number;
  /** Side of the symbol with its quiet zone. */
  side: number;
  /** Side of one module. */
  module: number;
}

// Relative to one letter of laid-out text, measured: per symbol, and per letter of its content.
const costs = { symbol: 300, letter: 1.5 };

export const qr = defineElement({
  type: 'qr',
  ...code,
  cost: (element) => costs.symbol + element.content.length * costs.letter,
  measure(element) {
    if (element.content === '') return null;
    const symbol = qrSymbol(element.content, element.errorCorrection);
    const side = Math.min(element.width, element.height);
    const [left, top] = [(element.width - side) / 2, (element.height - side) / 2];
    const module = side / ((symbol?.size ?? 1) + 2 * element.quietZone);
    return {
      layout: { symbol: symbol ?? { size: 0, modules: new Uint8Array() }, left, top, side, module },
      problems: symbol ? [] : [{ problem: { code: 'text_does_not_fit', minSize: 0 }, text: 0 }],
    };
  },
  sample: (id) => ({ type: 'qr', id, x: 0, y: 0, width: 90, height: 90 }),
});
