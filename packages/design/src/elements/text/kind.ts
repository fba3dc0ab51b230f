import { layoutText, type TextLayout } from '../../text/layout.ts';
import { boxBounds, unbounded } from '../bounds.ts';
import { defineElement, leaf, type MeasureWarning, none } from '../element-kind.ts';

/** Overflow up to this many points is not visible. */
const toleratedOverflow = 0.5;

export const text = defineElement({
  type: 'text',
  texts: (element) => [element.content],
  fill: (element, print) => ({ ...element, content: print(element.content) }),
  fonts: ({ fontFamily, fontWeight, italic }) => [{ family: fontFamily, weight: fontWeight, italic }],
  assets: none,
  ...leaf,
  // Wrapped lines may overflow the box, and glyphs may extend past their line.
  bounds: (element) => (element.fit === 'wrap' ? unbounded : boxBounds(element, element.fontSize)),
  cost: (element) => element.content.length,
  problems: none,
  measure(element, { fonts, empty }) {
    if (element.content === '' || (empty && element.hideWhenEmpty)) return null;
    const layout = layoutText(element, element.content, fonts);
    return { layout, problems: layout.problems.map((problem) => ({ problem, text: 0 })) };
  },
  warnings(element, layout: TextLayout) {
    const warnings: MeasureWarning[] = [];
    if (layout.fontSize < element.fontSize) {
      warnings.push({ kind: 'shrunk', fontSize: layout.fontSize, from: element.fontSize });
    }
    const by = Math.max(layout.width - element.width, layout.height - element.height);
    if (element.fit !== 'shrink' && by > toleratedOverflow) warnings.push({ kind: 'overflows', by });
    return warnings;
  },
  sample: (id) => ({
    ...{ type: 'text', id, x: 0, y: 0, width: 320, height: 48 },
    content: '{{student.fullName}}',
    fontFamily: 'Newsreader',
    fontSize: 32,
    fit: 'shrink',
    maxLines: 1,
  }),
});
