import type { TextContent } from '@sello/contracts';
import { layoutText, type TextLayout } from '../../text/layout.ts';
import { type Bounds, type Box, boxBounds, unbounded } from '../bounds.ts';
import {
  defineElement,
  leaf,
  type MeasureContext,
  type Measured,
  type MeasureWarning,
  noImages,
  none,
  type ValueEntry,
} from '../element-kind.ts';
import { fillRuns, isolateRuns, plainText, runFonts, runTexts } from './content.ts';

/** Overflow of at most this many points is not reported, because it is not visible. */
const toleratedOverflow = 0.5;

type TextBox = TextContent & Box;

function largestSize({ fontSize, paragraphs }: TextContent): number {
  let largest = fontSize;
  for (const { runs } of paragraphs) {
    for (const run of runs) largest = Math.max(largest, run.fontSize ?? 0);
  }
  return largest;
}

/** Members that elements with a box of text share. */
export const textKind = {
  texts: runTexts,
  fill: fillRuns,
  isolate: isolateRuns,
  // A title that may take two lines is still one line to whoever types it.
  entry: ({ maxLines }: TextBox): ValueEntry => ({
    as: maxLines === null || maxLines > 2 ? 'lines' : 'line',
  }),
  fonts: runFonts,
  ...noImages,
  ...leaf,
  // Wrapped lines may overflow the box, and glyphs may extend past their line.
  bounds: (element: TextBox): Bounds =>
    element.fit === 'wrap' || element.fit === 'break' ? unbounded : boxBounds(element, largestSize(element)),
  cost: (element: TextBox): number => runTexts(element).reduce((sum, text) => sum + text.length, 0),
  problems: none,
  measure(element: TextBox, { fonts, setting }: MeasureContext): Measured<TextLayout> | null {
    if (runTexts(element).every((text) => text === '')) return null;
    const layout = layoutText(element, fonts, setting);
    return { layout, problems: layout.problems };
  },
  warnings(element: TextBox, layout: TextLayout): MeasureWarning[] {
    const warnings: MeasureWarning[] = [];
    if (layout.fontSize < element.fontSize) {
      warnings.push({ kind: 'shrunk', fontSize: layout.fontSize, from: element.fontSize });
    }
    const by = Math.max(layout.width - element.width, layout.height - element.height);
    if (element.fit !== 'shrink' && by > toleratedOverflow) warnings.push({ kind: 'overflows', by });
    return warnings;
  },
};

export const text = defineElement({
  ...textKind,
  type: 'text',
  sample: (id) => ({
    ...{ type: 'text', id, x: 0, y: 0, width: 320, height: 48 },
    paragraphs: plainText('{{student.fullName}}'),
    fontFamily: 'Newsreader',
    fontSize: 32,
    fit: 'shrink',
    maxLines: 1,
  }),
});
