import type { TextContent } from '@sello/contracts';
import type { TextLayout } from '@sello/design';
import type { Position } from '../../model/index.ts';
import { type Cell, type CellLine, cellsOf, stopsOf, type TextCells, xAt } from './cells.ts';

/** In points from the top left corner of the element's box, before rotation. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A text that was laid out: the paragraphs are those that the layout was made of. */
export interface LaidText {
  layout: TextLayout;
  paragraphs: TextContent['paragraphs'];
}

/** Width in points of what is shown of a selected line feed, as a share of the line's height. */
const feedShare = 0.25;

function lineAt(
  { lines, texts }: TextCells,
  { paragraph, offset, affinity }: Position,
): CellLine | undefined {
  const own = lines.filter((line) => line.paragraph === paragraph);
  const index = own.findLastIndex(({ from }) => from <= Math.min(offset, texts[paragraph]?.length ?? 0));
  const line = own[Math.max(0, index)];
  const above = own[index - 1];
  return affinity === 'upstream' && line && above && line.from === offset && !above.hasFeed ? above : line;
}

/** Where the caret stands, and the cell that it has its height from. */
function standAt(line: CellLine, offset: number, text: string): { x: number; cell: Cell | null } {
  const inside = line.cells.find(({ from, to }) => from <= offset && offset < to);
  if (inside) {
    const stops = stopsOf(inside, text);
    const passed = stops.filter((stop) => stop <= offset).length - 1;
    return { x: xAt(inside, passed / (stops.length - 1)), cell: inside };
  }
  // Behind the last character of the line, or of what is drawn before the place.
  let before: Cell | null = null;
  for (const cell of line.cells) if (cell.to <= offset && cell.to >= (before?.to ?? 0)) before = cell;
  return before ? { x: xAt(before, 1), cell: before } : { x: line.x, cell: null };
}

/** The caret at a place in the source: an area without width. Null for a paragraph that is not laid out. */
export function caretIn({ layout, paragraphs }: LaidText, position: Position): Area | null {
  const cells = cellsOf(layout, paragraphs);
  const line = lineAt(cells, position);
  if (!line) return null;
  const { x, cell } = standAt(line, position.offset, cells.texts[position.paragraph] as string);
  if (!cell) return { x, y: line.top, width: 0, height: line.height };
  return { x, y: line.baseline - cell.ascent, width: 0, height: cell.ascent + cell.descent };
}

/** The place in the source that is nearest to a point of the box; null for a text without lines. */
export function positionIn(
  { layout, paragraphs }: LaidText,
  point: { x: number; y: number },
): Position | null {
  const { lines, texts } = cellsOf(layout, paragraphs);
  const index = lines.findIndex(({ top, height }) => point.y < top + height);
  const line = lines[index < 0 ? lines.length - 1 : index];
  if (!line) return null;
  const { paragraph, cells } = line;
  let nearest = { offset: line.from, distance: Number.POSITIVE_INFINITY };
  for (const cell of cells) {
    const stops = stopsOf(cell, texts[paragraph] as string);
    for (const [place, offset] of stops.entries()) {
      const distance = Math.abs(xAt(cell, place / (stops.length - 1)) - point.x);
      if (distance < nearest.distance) nearest = { offset, distance };
    }
  }
  const next = lines[lines.indexOf(line) + 1];
  const wraps = next?.paragraph === paragraph && !line.hasFeed && nearest.offset === next.from;
  return { paragraph, offset: nearest.offset, ...(wraps && { affinity: 'upstream' as const }) };
}

/** The areas of the source between two places, one for each part of a line that lies together. */
export function rangesIn({ layout, paragraphs }: LaidText, from: Position, to: Position): Area[] {
  const { lines, texts } = cellsOf(layout, paragraphs);
  const isBefore =
    from.paragraph < to.paragraph || (from.paragraph === to.paragraph && from.offset <= to.offset);
  const [first, last] = isBefore ? [from, to] : [to, from];
  return lines.flatMap((line) => {
    const { paragraph } = line;
    if (paragraph < first.paragraph || paragraph > last.paragraph) return [];
    const start = paragraph === first.paragraph ? first.offset : 0;
    const end = paragraph === last.paragraph ? last.offset : Number.POSITIVE_INFINITY;
    const parts = line.cells.flatMap((cell) => partOf(cell, start, end, texts[paragraph] as string));
    const next = lines[lines.indexOf(line) + 1];
    const endsBefore = next !== undefined && (next.paragraph !== paragraph || line.hasFeed);
    const feedAt = line.hasFeed ? line.to - 1 : line.to;
    if (endsBefore && feedAt >= start && (end === Number.POSITIVE_INFINITY || feedAt < end)) {
      const { x } = standAt(line, feedAt, texts[paragraph] as string);
      parts.push({ left: x, right: x + line.height * feedShare });
    }
    return merged(parts).map(({ left, right }) => ({
      ...{ x: left, y: line.top },
      ...{ width: right - left, height: line.height },
    }));
  });
}

interface Part {
  left: number;
  right: number;
}

function partOf(cell: Cell, start: number, end: number, text: string): Part[] {
  if (cell.to <= start || cell.from >= end) return [];
  const stops = stopsOf(cell, text);
  const within = stops.flatMap((stop, place) =>
    stop >= start && stop <= end ? [place / (stops.length - 1)] : [],
  );
  const [one, other] = [xAt(cell, Math.min(...within, 1)), xAt(cell, Math.max(...within, 0))];
  return within.length < 2 ? [] : [{ left: Math.min(one, other), right: Math.max(one, other) }];
}

/** Neighbours as one part. */
function merged(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const { left, right } of [...parts].sort((a, b) => a.left - b.left)) {
    const last = joined.at(-1);
    if (last && left - last.right < 0.01) last.right = Math.max(last.right, right);
    else joined.push({ left, right });
  }
  return joined;
}
