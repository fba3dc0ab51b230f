import { boxBounds } from '../bounds.ts';
import { defineElement, leaf, noImages, none } from '../element-kind.ts';
import { code128 } from './code128.ts';

/** Bars over the whole height of the box; lengths in points from its left edge. */
export interface BarcodeLayout {
  bars: readonly { x: number; width: number }[];
}

// Relative to one character of laid out text.
const costs = { symbol: 20, character: 1 };

export const barcode = defineElement({
  type: 'barcode',
  texts: (element) => [element.content, element.alt],
  fill: (element, print) => ({ ...element, content: print(element.content), alt: print(element.alt) }),
  fonts: none,
  ...noImages,
  ...leaf,
  bounds: (element) => boxBounds(element),
  cost: (element) => costs.symbol + element.content.length * costs.character,
  problems: none,
  measure(element) {
    if (element.content === '') return null;
    const symbol = code128(element.content);
    if ('unencodable' in symbol) {
      const problem = { code: 'barcode_character', character: symbol.unencodable } as const;
      return { layout: { bars: [] }, problems: [{ problem, text: 0 }] };
    }
    const module = element.width / (symbol.modules.length + 2 * element.quietZone);
    const bars = [...symbol.modules.matchAll(/1+/g)].map(({ index, 0: { length } }) => ({
      x: (element.quietZone + index) * module,
      width: length * module,
    }));
    return { layout: { bars }, problems: [] };
  },
  warnings: none,
  sample: (id) => ({ type: 'barcode', id, x: 0, y: 0, width: 200, height: 48 }),
});
