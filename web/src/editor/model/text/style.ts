import type { TextParagraph, TextRun } from '@sello/contracts';
import type { ParagraphStyle, RunStyle, TextSelection } from '../state.ts';
import { typingStyle } from './edit.ts';
import {
  type BaseStyle,
  cutOut,
  endsOf,
  isCaret,
  lengthOf,
  mergeRuns,
  ownStyle,
  sliceRuns,
  styleOf,
} from './runs.ts';

type Paragraphs = TextParagraph[];

const styled = (run: TextRun, style: RunStyle, base: BaseStyle): TextRun => ({
  ...ownStyle({ ...styleOf(run), ...style }, base),
  text: run.text,
});

/** Gives the selected text new character properties. Runs of equal style become one. */
export function styleRange(
  paragraphs: Paragraphs,
  selection: TextSelection,
  style: RunStyle,
  base: BaseStyle,
): Paragraphs {
  const [start, end] = endsOf(selection);
  return paragraphs.map((paragraph, index) => {
    if (index < start.paragraph || index > end.paragraph) return paragraph;
    const length = lengthOf(paragraph);
    const from = index === start.paragraph ? start.offset : 0;
    const to = index === end.paragraph ? end.offset : length;
    if (from === to && length > 0) return paragraph;
    const inside = length === 0 ? [{ text: '', ...paragraph.runs[0] }] : sliceRuns(paragraph.runs, from, to);
    const runs = [
      ...sliceRuns(paragraph.runs, 0, from).filter(({ text }) => text !== ''),
      ...inside.map((run) => styled(run, style, base)),
      ...sliceRuns(paragraph.runs, to, length),
    ];
    return { ...paragraph, runs: mergeRuns(runs) };
  });
}

/** Gives the paragraphs of a selection new properties. */
export function styleParagraphs(
  paragraphs: Paragraphs,
  selection: TextSelection,
  style: ParagraphStyle,
  base: BaseStyle,
): Paragraphs {
  const [start, end] = endsOf(selection);
  return paragraphs.map((paragraph, index) => {
    if (index < start.paragraph || index > end.paragraph) return paragraph;
    const { runs, ...own } = paragraph;
    return { ...ownStyle({ ...own, ...style }, base), runs };
  });
}

/** Removes own values of properties from all runs and paragraphs, which then have those of the element. */
export function withoutOverrides(paragraphs: Paragraphs, names: readonly string[]): Paragraphs {
  const without = <Part extends object>(part: Part): Part =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name))) as Part;
  return paragraphs.map((paragraph) => ({
    ...without(paragraph),
    runs: mergeRuns(paragraph.runs.map(without)),
  }));
}

/** The runs of a selection, and at a caret the style of what is typed there. */
function runsIn(paragraphs: Paragraphs, selection: TextSelection, next: RunStyle | null): RunStyle[] {
  const [start, end] = endsOf(selection);
  if (isCaret(selection)) return [{ ...typingStyle(paragraphs, selection), ...next }];
  const runs = cutOut(paragraphs, start, end).flatMap((paragraph) => paragraph.runs);
  return runs.length > 0 ? runs : [typingStyle(paragraphs, selection)];
}

/** What a selection looks like: each property with its value; null where runs differ. */
export type SharedStyle = { readonly [Name in keyof RunStyle]-?: NonNullable<RunStyle[Name]> | null };

const styleNames = [
  ...(['fontFamily', 'fontWeight', 'italic', 'fontSize', 'fill', 'underline', 'lineThrough'] as const),
  ...(['letterCase', 'charSpacing', 'language'] as const),
] as const satisfies readonly (keyof RunStyle)[];

export function styleOfSelection(
  paragraphs: Paragraphs,
  selection: TextSelection,
  base: BaseStyle,
  next: RunStyle | null = null,
): SharedStyle {
  const runs = runsIn(paragraphs, selection, next);
  const shared = styleNames.map((name) => {
    const values = runs.map((run) => run[name] ?? base[name]);
    return [name, values.every((value) => value === values[0]) ? values[0] : null];
  });
  return Object.fromEntries(shared) as SharedStyle;
}
