import { code } from '../code.ts';
import { defineElement } from '../element-kind.ts';
import { code128 } from './code128.ts';

/** Bars over the whole height of the box; lengths in points from its left edge. */
export interface BarcodeLayout {
  bars: readonly { x: number; width: number }[];
}

/** The thinnest bar in points: 0.127 mm, three dots of a printer of 600 dpi; scanners read no thinner one. */
const thinnest = 0.36;

// Relative to one character of laid out text.
const costs = { symbol: 20, character: 1 };

export const barcode = defineElement({
  type: 'barcode',
  ...code,
  cost: (element) => costs.symbol + element.content.length * costs.character,
  measure(element) {
    const { content, width, quietZone } = element;
    if (content === '') return null;
    const tooLong = {
      layout: { bars: [] },
      problems: [{ problem: { code: 'text_does_not_fit', minSize: thinnest } as const, text: 0 }],
    };
    // Two digits may share 11 modules: a content that cannot fit is not encoded to find that out.
    if (width / ((content.length * 11) / 2) < thinnest) return tooLong;
    const symbol = code128(content);
    if ('unencodable' in symbol) {
      const problem = { code: 'barcode_character', character: symbol.unencodable } as const;
      return { layout: { bars: [] }, problems: [{ problem, text: 0 }] };
    }
    const module = width / (symbol.modules.length + 2 * quietZone);
    if (module < thinnest) return tooLong;
    const bars = [...symbol.modules.matchAll(/1+/g)].map(({ index, 0: { length } }) => ({
      x: (quietZone + index) * module,
      width: length * module,
    }));
    return { layout: { bars }, problems: [] };
  },
  sample: (id) => ({ type: 'barcode', id, x: 0, y: 0, width: 200, height: 48 }),
});
