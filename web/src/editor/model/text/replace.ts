import type { TextParagraph } from '@sello/contracts';
import type { Position } from '../state.ts';
import { lengthOf } from './runs.ts';

/** A part of a text that was replaced, by offsets in UTF-16 units. */
export interface ChangedPart {
  start: number;
  end: number;
  inserted: string;
}

const isPair = (text: string, at: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));

/**
 * The smallest part in which two texts differ; null when they are equal. Where that leaves a choice, as when a letter was
 * doubled, the change ends at `caret`.
 */
export function changedPart(before: string, after: string, caret = after.length): ChangedPart | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let tail = 0;
  const longestTail = Math.min(most, Math.max(0, after.length - caret));
  while (tail < longestTail && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  let head = 0;
  while (head < most - tail && before[head] === after[head]) head += 1;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  // No half of a surrogate pair is taken for a letter.
  if (head > 0 && (isPair(before, head) || isPair(after, head))) head -= 1;
  if (tail > 0 && (isPair(before, before.length - tail) || isPair(after, after.length - tail))) tail -= 1;
  return { start: head, end: before.length - tail, inserted: after.slice(head, after.length - tail) };
}

/** The place of an offset into the plain text of paragraphs. */
export function placeIn(paragraphs: readonly TextParagraph[], offset: number): Position {
  let left = offset;
  for (const [paragraph, own] of paragraphs.entries()) {
    const length = lengthOf(own);
    if (left <= length || paragraph === paragraphs.length - 1)
      return { paragraph, offset: Math.min(left, length) };
    left -= length + 1;
  }
  return { paragraph: 0, offset: 0 };
}
