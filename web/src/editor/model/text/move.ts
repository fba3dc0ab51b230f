import type { TextParagraph } from '@sello/contracts';
import type { Position } from '../state.ts';
import { endOfText, isSamePlace, lengthOf, startOfText, textOf } from './runs.ts';
import { nearestOffset, nextOffset, nextWord, previousOffset, previousWord } from './units.ts';
import { lineAt, type Moved, type VisualLine, verticalMove, visualMove } from './visual.ts';

/** Where a caret can be moved. Left and right are what the eye sees; next and previous follow the text. */
export const caretMoves = [
  ...(['left', 'right', 'up', 'down', 'wordLeft', 'wordRight'] as const),
  ...(['lineStart', 'lineEnd', 'textStart', 'textEnd'] as const),
] as const;
export type CaretMove = (typeof caretMoves)[number];

type Paragraphs = readonly TextParagraph[];

function next(paragraphs: Paragraphs, { paragraph, offset }: Position, by = nextOffset): Position {
  const own = paragraphs[paragraph] as TextParagraph;
  if (offset < lengthOf(own)) return { paragraph, offset: by(own, offset) };
  return paragraph + 1 < paragraphs.length ? { paragraph: paragraph + 1, offset: 0 } : { paragraph, offset };
}

function previous(paragraphs: Paragraphs, { paragraph, offset }: Position, by = previousOffset): Position {
  if (offset > 0) return { paragraph, offset: by(paragraphs[paragraph] as TextParagraph, offset) };
  if (paragraph === 0) return { paragraph, offset };
  return { paragraph: paragraph - 1, offset: lengthOf(paragraphs[paragraph - 1] as TextParagraph) };
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a paragraph reads from right to left: as it says, or by its first letter (Unicode Annex 9, P2). */
function readsRightToLeft(paragraph: TextParagraph, base: 'auto' | 'ltr' | 'rtl'): boolean {
  const direction = paragraph.direction ?? base;
  if (direction !== 'auto') return direction === 'rtl';
  const letter = /\p{L}/u.exec(textOf(paragraph))?.[0];
  return letter !== undefined && rightToLeft.test(letter);
}

/** The nearest place at which a caret can stand. */
export function nearest(paragraphs: Paragraphs, position: Position): Position {
  const number = Math.min(Math.max(0, position.paragraph), paragraphs.length - 1);
  if (number !== position.paragraph) return position.paragraph < 0 ? startOfText : endOfText(paragraphs);
  const offset = nearestOffset(paragraphs[number] as TextParagraph, position.offset);
  return offset === position.offset ? position : { paragraph: number, offset };
}

/** The hard line with a place, for a text whose layout is not known: what lies between line breaks. */
function hardLine(
  paragraphs: Paragraphs,
  { paragraph, offset }: Position,
): { start: Position; end: Position } {
  const text = textOf(paragraphs[paragraph] as TextParagraph);
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const feed = text.indexOf('\n', offset);
  return { start: { paragraph, offset: start }, end: { paragraph, offset: feed < 0 ? text.length : feed } };
}

function byWord(
  paragraphs: Paragraphs,
  from: Position,
  toRight: boolean,
  base: 'auto' | 'ltr' | 'rtl',
): Position {
  const isReversed = readsRightToLeft(paragraphs[from.paragraph] as TextParagraph, base);
  return toRight === isReversed ? previous(paragraphs, from, previousWord) : next(paragraphs, from, nextWord);
}

/**
 * Moves a caret. `lines`: how the layout broke the text and where it put it; without it the arrows follow the direction
 * of the paragraph, and lines end at line breaks. `column`: what an earlier move up or down kept, in points.
 */
export function moveCaret(
  paragraphs: Paragraphs,
  from: Position,
  move: CaretMove,
  {
    lines = null,
    direction = 'auto',
    column = null,
  }: {
    lines?: readonly VisualLine[] | null;
    direction?: 'auto' | 'ltr' | 'rtl';
    column?: number | null;
  } = {},
): Moved {
  const at = (position: Position, kept: number | null = null): Moved => ({ position, column: kept });
  const toRight = move === 'right' || move === 'wordRight';
  if (move === 'textStart') return at(startOfText);
  if (move === 'textEnd') return at(endOfText(paragraphs));
  if (move === 'wordLeft' || move === 'wordRight') return at(byWord(paragraphs, from, toRight, direction));
  if (move === 'left' || move === 'right') {
    const seen = lines && visualMove(paragraphs, lines, from, move, column);
    if (seen) return seen;
    const isReversed = readsRightToLeft(paragraphs[from.paragraph] as TextParagraph, direction);
    return at(toRight === isReversed ? previous(paragraphs, from) : next(paragraphs, from));
  }
  if (move === 'up' || move === 'down') {
    const seen = lines && verticalMove(paragraphs, lines, from, move, column);
    if (seen) return seen;
    const { start, end } = hardLine(paragraphs, from);
    if (move === 'up') {
      const above = previous(paragraphs, start);
      if (isSamePlace(above, start)) return at(startOfText);
      const line = hardLine(paragraphs, above);
      const offset = Math.min(line.start.offset + from.offset - start.offset, line.end.offset);
      return at(nearest(paragraphs, { paragraph: above.paragraph, offset }));
    }
    const below = next(paragraphs, end);
    if (isSamePlace(below, end)) return at(endOfText(paragraphs));
    const line = hardLine(paragraphs, below);
    const offset = Math.min(line.start.offset + from.offset - start.offset, line.end.offset);
    return at(nearest(paragraphs, { paragraph: below.paragraph, offset }));
  }
  const line = lines && lineAt(lines, from);
  if (!line) return at(hardLine(paragraphs, from)[move === 'lineStart' ? 'start' : 'end']);
  if (move === 'lineStart') return at({ paragraph: line.paragraph, offset: line.start });
  return at({ paragraph: line.paragraph, offset: line.end, ...(line.wraps ? { affinity: 'upstream' } : {}) });
}
