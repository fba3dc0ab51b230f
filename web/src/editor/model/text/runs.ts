import type { TextContent, TextParagraph, TextRun } from '@sello/contracts';
import type { ParagraphStyle, Position, RunStyle, TextSelection } from '../state.ts';

/** The style that runs without properties of their own have: that of the element. */
export type BaseStyle = Omit<TextContent, 'paragraphs'>;

/** The text of a paragraph; a line feed is a line break within it. */
export const textOf = ({ runs }: TextParagraph): string => runs.map(({ text }) => text).join('');

export const lengthOf = ({ runs }: TextParagraph): number =>
  runs.reduce((sum, { text }) => sum + text.length, 0);

/** The text as a text area holds it: a line feed between paragraphs and at line breaks. */
export const plainOf = (paragraphs: readonly TextParagraph[]): string => paragraphs.map(textOf).join('\n');

export function styleOf({ text: _, ...style }: TextRun): RunStyle {
  return style;
}

export function paragraphStyleOf({ runs: _, ...style }: TextParagraph): ParagraphStyle {
  return style;
}

/** A style without the properties that are undefined or equal to those of the element. */
export function ownStyle<Style extends RunStyle | ParagraphStyle>(style: Style, base: BaseStyle): Style {
  const own = Object.entries(style).filter(
    ([name, value]) => value !== undefined && value !== base[name as keyof BaseStyle],
  );
  return Object.fromEntries(own) as Style;
}

function isSameStyle(a: TextRun, b: TextRun): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => name === 'text' || a[name as keyof TextRun] === b[name as keyof TextRun]);
}

/**
 * Runs without empty ones, neighbours of one style as one run. When all are empty, the first stays for the style of what
 * is typed there, if it has one.
 */
export function mergeRuns(runs: readonly TextRun[]): TextRun[] {
  const merged: TextRun[] = [];
  for (const run of runs) {
    if (run.text === '') continue;
    const last = merged.at(-1);
    if (last && isSameStyle(last, run)) merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else merged.push(run);
  }
  const [first] = runs;
  return merged.length === 0 && first && Object.keys(first).length > 1 ? [{ ...first, text: '' }] : merged;
}

/** The runs between two offsets. Runs that lie between them are shared; an empty part keeps its style. */
export function sliceRuns(runs: readonly TextRun[], from: number, to: number): TextRun[] {
  const slice: TextRun[] = [];
  let start = 0;
  for (const run of runs) {
    const end = start + run.text.length;
    if (end >= from && start <= to) {
      const [first, last] = [Math.max(from, start) - start, Math.min(to, end) - start];
      slice.push(
        first === 0 && last === run.text.length ? run : { ...run, text: run.text.slice(first, last) },
      );
    }
    start = end;
  }
  return slice;
}

/** The run at an offset: the one that ends there rather than the one that begins. Undefined in an empty paragraph. */
export function runBefore({ runs }: TextParagraph, offset: number): TextRun | undefined {
  let start = 0;
  for (const run of runs) {
    start += run.text.length;
    if (start >= offset) return run;
  }
  return runs.at(-1);
}

const isBefore = (a: Position, b: Position): boolean =>
  a.paragraph < b.paragraph || (a.paragraph === b.paragraph && a.offset < b.offset);

export const isSamePlace = (a: Position, b: Position): boolean =>
  a.paragraph === b.paragraph && a.offset === b.offset;

export const isCaret = ({ anchor, focus }: TextSelection): boolean => isSamePlace(anchor, focus);

export const caretAt = (position: Position): TextSelection => ({ anchor: position, focus: position });

/** The ends of a selection in the order of the text. */
export function endsOf({ anchor, focus }: TextSelection): [start: Position, end: Position] {
  return isBefore(focus, anchor) ? [focus, anchor] : [anchor, focus];
}

export const startOfText: Position = { paragraph: 0, offset: 0 };

export function endOfText(paragraphs: readonly TextParagraph[]): Position {
  const last = paragraphs.length - 1;
  return { paragraph: last, offset: lengthOf(paragraphs[last] as TextParagraph) };
}

export const allOf = (paragraphs: readonly TextParagraph[]): TextSelection => ({
  anchor: startOfText,
  focus: endOfText(paragraphs),
});

/** The part of a text between two places, as paragraphs of their own. */
export function cutOut(
  paragraphs: readonly TextParagraph[],
  start: Position,
  end: Position,
): TextParagraph[] {
  return paragraphs.slice(start.paragraph, end.paragraph + 1).map((paragraph, index) => {
    const number = start.paragraph + index;
    const from = number === start.paragraph ? start.offset : 0;
    const to = number === end.paragraph ? end.offset : lengthOf(paragraph);
    return { ...paragraph, runs: mergeRuns(sliceRuns(paragraph.runs, from, to)) };
  });
}
