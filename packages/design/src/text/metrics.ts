import type { Line } from './lines.ts';
import type { RunStyle } from './styles.ts';

/** The vertical position of a line, in points below the top of the text. */
export interface Stand {
  top: number;
  height: number;
  baseline: number;
}

export interface Stack {
  stands: readonly Stand[];
  height: number;
}

/** The styles that decide the height of a line: those of its text; of an empty line that of its run. */
function stylesOf({ items, hanging, of }: Line): RunStyle[] {
  const styles: RunStyle[] = [];
  for (const { style } of items) if (style !== styles.at(-1)) styles.push(style);
  for (const { style } of hanging) if (style !== styles.at(-1)) styles.push(style);
  if (styles.length === 0 && of.spans[0]) styles.push(of.spans[0].style);
  return styles;
}

/**
 * Stacks the lines of a text whose element has a font size of `size` points. A line is line height × size high, with half
 * the leading above and half below the text (CSS Inline 3, 5.3).
 */
export function stackLines(lines: readonly Line[], size: number): Stack {
  let pen = 0;
  const stands = lines.map((line, index): Stand => {
    const { paragraph, first, last } = line.of;
    if (line.first && first && index > 0) pen += paragraph.spaceBefore;
    let [above, below] = [0, 0];
    for (const { scale, metrics } of stylesOf(line)) {
      const { ascent, descent } = metrics;
      const half = (paragraph.lineHeight - (ascent + descent)) / 2;
      above = Math.max(above, (half + ascent) * scale * size);
      below = Math.max(below, (half + descent) * scale * size);
    }
    const stand = { top: pen, height: above + below, baseline: pen + above };
    pen += stand.height;
    if (line.last && last && index < lines.length - 1) pen += paragraph.spaceAfter;
    return stand;
  });
  return { stands, height: pen };
}
