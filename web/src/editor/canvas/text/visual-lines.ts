import type { VisualLine } from '../../model/index.ts';
import { type CellLine, cellsOf, stopsOf, xAt } from './cells.ts';
import type { LaidText } from './geometry.ts';

/** Whether a line reads from right to left: as its first character in source order does. */
function isRightToLeft({ cells }: CellLine): boolean {
  let first = cells[0];
  for (const cell of cells) if (first && cell.from < first.from) first = cell;
  return first?.rightToLeft ?? false;
}

/** The lines of a text as they were laid out, for moving the caret. */
export function visualLinesOf({ layout, paragraphs }: LaidText): VisualLine[] {
  const { lines, texts } = cellsOf(layout, paragraphs);
  return lines.map((line, index): VisualLine => {
    const { paragraph, from, to, hasFeed, x, cells } = line;
    const text = texts[paragraph] as string;
    const stops = cells.flatMap((cell) => {
      const offsets = stopsOf(cell, text);
      return offsets.map((offset, place) => ({ offset, x: xAt(cell, place / (offsets.length - 1)) }));
    });
    return {
      paragraph,
      start: from,
      end: hasFeed ? to - 1 : to,
      wraps: !hasFeed && lines[index + 1]?.paragraph === paragraph,
      rightToLeft: isRightToLeft(line),
      stops: stops.length > 0 ? stops : [{ offset: from, x }],
    };
  });
}
