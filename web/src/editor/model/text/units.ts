import type { TextParagraph, TextRun } from '@sello/contracts';
import { parseText } from '@sello/design';
import { textOf } from './runs.ts';

/** A range of offsets into the text of a paragraph. */
export interface Range {
  start: number;
  end: number;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

const inRuns = new WeakMap<TextRun, readonly Range[]>();

/** The placeholders of a run, as `parseText` finds them. */
function placeholdersIn(run: TextRun): readonly Range[] {
  let ranges = inRuns.get(run);
  if (!ranges) {
    const found: Range[] = [];
    let at = 0;
    for (const part of run.text.includes('{{') ? parseText(run.text) : []) {
      if (part.kind === 'text') at += part.text.length;
      else {
        const end = run.text.indexOf('}}', at) + 2;
        found.push({ start: at, end });
        at = end;
      }
    }
    ranges = found;
    inRuns.set(run, ranges);
  }
  return ranges;
}

/** The placeholders of a paragraph, such as `{{fullName}}`: each is one unit. */
function placeholders({ runs }: TextParagraph): Range[] {
  const found: Range[] = [];
  let start = 0;
  for (const run of runs) {
    for (const range of placeholdersIn(run))
      found.push({ start: start + range.start, end: start + range.end });
    start += run.text.length;
  }
  return found;
}

/** The placeholder with a code unit of the paragraph. */
function placeholderWith(paragraph: TextParagraph, unit: number): Range | undefined {
  return placeholders(paragraph).find(({ start, end }) => start <= unit && unit < end);
}

function clusterWith(text: string, unit: number): Range | undefined {
  const found = graphemes.segment(text).containing(unit);
  return found && { start: found.index, end: found.index + found.segment.length };
}

/** The next offset at which a caret can stand, after a grapheme cluster or a placeholder; the end when there is none. */
export function nextOffset(paragraph: TextParagraph, offset: number): number {
  const text = textOf(paragraph);
  if (offset >= text.length) return text.length;
  return (placeholderWith(paragraph, offset) ?? clusterWith(text, offset))?.end ?? text.length;
}

/** The offset before, at which a caret can stand; 0 when there is none. */
export function previousOffset(paragraph: TextParagraph, offset: number): number {
  if (offset <= 0) return 0;
  const text = textOf(paragraph);
  return (placeholderWith(paragraph, offset - 1) ?? clusterWith(text, offset - 1))?.start ?? 0;
}

const joined = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const lastCharacter = /(?:.\p{Variation_Selector}|.)$/su;

/**
 * Where deleting backwards from an offset ends: at the start of a placeholder, or of an emoji sequence; otherwise one
 * character back, as a text area of Chromium deletes a mark before the letter that it stands on.
 */
export function deletionStart(paragraph: TextParagraph, offset: number): number {
  if (offset <= 0) return 0;
  const start = previousOffset(paragraph, offset);
  if (placeholderWith(paragraph, offset - 1)) return start;
  const cluster = textOf(paragraph).slice(start, offset);
  if (joined.test(cluster)) return start;
  return offset - (lastCharacter.exec(cluster)?.[0].length ?? 1);
}

/** The nearest offset at which a caret can stand: outside placeholders and grapheme clusters. */
export function nearestOffset(paragraph: TextParagraph, offset: number): number {
  const text = textOf(paragraph);
  const within = Math.min(Math.max(0, offset), text.length);
  if (within === 0 || within === text.length) return within;
  const unit = placeholderWith(paragraph, within) ?? clusterWith(text, within);
  if (!unit || unit.start === within) return within;
  return within - unit.start < unit.end - within ? unit.start : unit.end;
}

/** The word, or the run of other characters, at an offset, as a double click selects it. */
export function wordAt(paragraph: TextParagraph, offset: number): Range {
  const text = textOf(paragraph);
  const unit = Math.min(offset, text.length - 1);
  if (unit < 0) return { start: 0, end: 0 };
  const held = placeholderWith(paragraph, unit);
  if (held) return held;
  const found = words.segment(text).containing(unit);
  return found ? { start: found.index, end: found.index + found.segment.length } : { start: unit, end: unit };
}

const isSpace = (text: string): boolean => /^[^\S\n]+$/.test(text);

/** The end of the word after an offset, past white space; a line break is a word of its own. */
export function nextWord(paragraph: TextParagraph, offset: number): number {
  const text = textOf(paragraph);
  let at = offset;
  while (at < text.length && isSpace(text[at] as string)) at += 1;
  return at >= text.length ? text.length : wordAt(paragraph, at).end;
}

/** The start of the word before an offset, past white space; a line break is a word of its own. */
export function previousWord(paragraph: TextParagraph, offset: number): number {
  const text = textOf(paragraph);
  let at = offset;
  while (at > 0 && isSpace(text[at - 1] as string)) at -= 1;
  return at <= 0 ? 0 : wordAt(paragraph, at - 1).start;
}
