import { code } from '../code.ts';
import { defineElement } from '../element-kind.ts';
import { code128 } from './code128.ts';

/** Bars as high as the box; positions and widths in points, from its left edge. */
export interface BarcodeLayout {
  bars: readonly { x: number; width: number }[];
}

/** The minimum module width in points: 0.127 mm, three dots at 600 dpi. Scanners do not read narrower bars. */
const minModule = 0.36;

// Relative to one letter of laid-out text.
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
      problems: [{ problem: { code: 'text_does_not_fit', minSize: minModule } as const, text: 0 }],
    };
    // A symbol character has 11 modules and holds at most two digits: content that cannot fit is rejected unencoded.
    if (width / ((content.length * 11) / 2) < minModule) return tooLong;
    const symbol = code128(content);
    if ('unencodable' in symbol) {
      const problem = { code: 'barcode_character', character: symbol.unencodable } as const;
      return { layout: { bars: [] }, problems: [{ problem, text: 0 }] };
    }
    const module = width / (symbol.modules.length + 2 * quietZone);
    if (module < minModule) return tooLong;
    const bars = [...symbol.modules.matchAll(/1+/g)].map(({ index, 0: { length } }) => ({
      x: (quietZone + index) * module,
      width: length * module,
    }));
    return { layout: { bars }, problems: [] };
  },
  sample: (id) => ({ type: 'barcode', id, x: 0, y: 0, width: 200, height: 48 }),
});
