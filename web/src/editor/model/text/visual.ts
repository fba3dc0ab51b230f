import type { TextParagraph } from '@sello/contracts';
import type { Position } from '../state.ts';
import { endOfText, startOfText } from './runs.ts';
import { nearestOffset } from './units.ts';

/** A place in a line at which a caret can be drawn. */
export interface CaretStop {
  /** Into the source text of the paragraph. */
  offset: number;
  /** In points from the left of the box. */
  x: number;
}

/** A line as the layout set it. */
export interface VisualLine {
  paragraph: number;
  /** The offsets of its text in the paragraph, without the line break that ends it. */
  start: number;
  end: number;
  /** Whether the text goes on in the next line without a line break between them. */
  wraps: boolean;
  /** Whether its paragraph reads from right to left. */
  rightToLeft: boolean;
  /** In any order. Where the direction changes, one offset has two stops, and two offsets share a place. */
  stops: readonly CaretStop[];
}

/** A place, and the column that further moves up and down keep. */
export interface Moved {
  position: Position;
  column: number | null;
}

/** The line with a place: at the offset where a line wraps the lower one, unless the place is `upstream`. */
export function lineAt(
  lines: readonly VisualLine[],
  { paragraph, offset, affinity }: Position,
): VisualLine | undefined {
  const found = lines.filter(
    (line) => line.paragraph === paragraph && line.start <= offset && offset <= line.end,
  );
  return affinity === 'upstream' ? found[0] : found.at(-1);
}

type Paragraphs = readonly TextParagraph[];

/** The stops of a line at which a caret can stand: none inside a placeholder. */
function stopsOf(paragraphs: Paragraphs, { paragraph, stops }: VisualLine): CaretStop[] {
  const own = paragraphs[paragraph] as TextParagraph;
  return stops.filter(({ offset }) => nearestOffset(own, offset) === offset);
}

const placeIn = (line: VisualLine, offset: number): Position => ({
  paragraph: line.paragraph,
  offset,
  ...(line.wraps && offset === line.end ? { affinity: 'upstream' as const } : {}),
});

/** Farther than any text, in points. */
const farAway = 1e9;
/** Stops closer than this many points are one place. */
const sameX = 0.01;

/** The stop at which a caret is drawn: of two for one offset the one that is nearest to where it was moved to. */
function stopAt(stops: readonly CaretStop[], offset: number, column: number | null): CaretStop | undefined {
  const own = stops.filter((stop) => stop.offset === offset);
  if (column === null) return own[0];
  return own.sort((a, b) => Math.abs(a.x - column) - Math.abs(b.x - column))[0];
}

/** The next stop to the left or right; of several at one place the one whose text is nearest. */
function beside(stops: readonly CaretStop[], from: CaretStop, to: 'left' | 'right'): CaretStop | undefined {
  const sign = to === 'left' ? -1 : 1;
  const ahead = stops.filter(({ x }) => (x - from.x) * sign > sameX);
  const nearest = Math.min(...ahead.map(({ x }) => Math.abs(x - from.x)));
  return ahead
    .filter(({ x }) => Math.abs(x - from.x) < nearest + sameX)
    .sort((a, b) => Math.abs(a.offset - from.offset) - Math.abs(b.offset - from.offset))[0];
}

/** One stop to the left or right; over the end of a line into the one that reading goes on in. Null: not laid out. */
export function visualMove(
  paragraphs: Paragraphs,
  lines: readonly VisualLine[],
  from: Position,
  to: 'left' | 'right',
  column: number | null,
): Moved | null {
  const line = lineAt(lines, from);
  if (!line) return null;
  const stops = stopsOf(paragraphs, line);
  const own = stopAt(stops, from.offset, column);
  if (!own) return null;
  const target = beside(stops, own, to);
  if (target) return { position: placeIn(line, target.offset), column: target.x };
  const goesOn = (to === 'right') !== line.rightToLeft;
  const other = lines[lines.indexOf(line) + (goesOn ? 1 : -1)];
  if (!other) return { position: from, column: own.x };
  const offset = goesOn ? other.start : other.end;
  const inner = stopsOf(paragraphs, other);
  const edge = stopAt(inner, offset, to === 'right' ? -farAway : farAway) ?? { offset, x: 0 };
  // At a wrapped end both lines have the place; it is passed over, or the caret would seem to stay.
  const isSame = other.paragraph === line.paragraph && offset === from.offset;
  const next = (isSame && beside(inner, edge, to)) || edge;
  return { position: placeIn(other, next.offset), column: next.x };
}

/** The place in a line that is nearest to a column, in points. */
export function placeAtColumn(paragraphs: Paragraphs, line: VisualLine, column: number): Position {
  const stops = stopsOf(paragraphs, line);
  let best = stops[0];
  for (const stop of stops) {
    if (best && Math.abs(stop.x - column) < Math.abs(best.x - column)) best = stop;
  }
  return placeIn(line, best?.offset ?? line.start);
}

/** One line up or down, at the same distance from the left. Null: not laid out. */
export function verticalMove(
  paragraphs: Paragraphs,
  lines: readonly VisualLine[],
  from: Position,
  to: 'up' | 'down',
  column: number | null,
): Moved | null {
  const line = lineAt(lines, from);
  if (!line) return null;
  const own = stopAt(stopsOf(paragraphs, line), from.offset, column);
  const kept = column ?? own?.x ?? 0;
  const target = lines[lines.indexOf(line) + (to === 'down' ? 1 : -1)];
  if (!target) return { position: to === 'up' ? startOfText : endOfText([...paragraphs]), column: null };
  return { position: placeAtColumn(paragraphs, target, kept), column: kept };
}
