import type { TextParagraph } from '@sello/contracts';
import type { Position, RunStyle, TextSelection } from '../state.ts';
import {
  caretAt,
  cutOut,
  endsOf,
  isCaret,
  lengthOf,
  mergeRuns,
  paragraphStyleOf,
  runBefore,
  sliceRuns,
  styleOf,
} from './runs.ts';
import { deletionStart, nextOffset, nextWord, previousWord } from './units.ts';

type Paragraphs = TextParagraph[];

/** A changed text, and the selection in it afterwards. */
export interface Edited {
  paragraphs: Paragraphs;
  selection: TextSelection;
}

/** The style of what is typed: that of the character before a caret, or of the first one that it replaces. */
export function typingStyle(paragraphs: readonly TextParagraph[], selection: TextSelection): RunStyle {
  const [start, end] = endsOf(selection);
  const replaced = isCaret(selection) ? undefined : cutOut(paragraphs, start, end)[0]?.runs[0];
  const run = replaced ?? runBefore(paragraphs[start.paragraph] as TextParagraph, start.offset);
  return run ? styleOf(run) : {};
}

/**
 * Replaces the selected text by paragraphs, whose first and last are joined with the text around them. Paragraphs without
 * properties of their own take those of the one that they are inserted in. The caret stands after what was inserted.
 */
export function replaceRange(
  paragraphs: Paragraphs,
  selection: TextSelection,
  fragment: readonly TextParagraph[],
): Edited {
  const [start, end] = endsOf(selection);
  const first = paragraphs[start.paragraph] as TextParagraph;
  const last = paragraphs[end.paragraph] as TextParagraph;
  const before = sliceRuns(first.runs, 0, start.offset);
  const after = sliceRuns(last.runs, end.offset, lengthOf(last));
  const style = paragraphStyleOf(first);
  const bottom = fragment.length - 1;
  const made = fragment.map((paragraph, index): TextParagraph => {
    const own = index === 0 && start.offset > 0 ? {} : paragraphStyleOf(paragraph);
    const runs = [...(index === 0 ? before : []), ...paragraph.runs, ...(index === bottom ? after : [])];
    return { ...style, ...own, runs: mergeRuns(runs) };
  });
  const inserted = lengthOf(fragment[bottom] as TextParagraph);
  const caret = {
    paragraph: start.paragraph + bottom,
    offset: inserted + (bottom === 0 ? start.offset : 0),
  };
  return {
    paragraphs: paragraphs.toSpliced(start.paragraph, end.paragraph - start.paragraph + 1, ...made),
    selection: caretAt(caret),
  };
}

/** What no text holds: control characters except line feeds, and tabs as spaces. */
const cleaned = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\v\f\x85]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[^\P{Cc}\n]|\ufeff/gu, '');

/** Types a text in place of the selection. Line feeds are line breaks. */
export function insertText(
  paragraphs: Paragraphs,
  selection: TextSelection,
  text: string,
  style: RunStyle = typingStyle(paragraphs, selection),
): Edited {
  return replaceRange(paragraphs, selection, [{ runs: [{ ...style, text: cleaned(text) }] }]);
}

/** Pastes plain text: each of its lines is a paragraph. */
export function insertPlain(
  paragraphs: Paragraphs,
  selection: TextSelection,
  text: string,
  style: RunStyle = typingStyle(paragraphs, selection),
): Edited {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  return replaceRange(
    paragraphs,
    selection,
    lines.map((line) => ({ runs: [{ ...style, text: cleaned(line) }] })),
  );
}

/** Begins a new paragraph in place of the selection, in the style of the text before it. */
export function splitParagraph(paragraphs: Paragraphs, selection: TextSelection): Edited {
  const style = typingStyle(paragraphs, selection);
  return replaceRange(paragraphs, selection, [{ runs: [] }, { runs: [{ ...style, text: '' }] }]);
}

/** How far a deletion reaches. */
export type Extent = 'character' | 'word';

function backwards(paragraphs: Paragraphs, { paragraph, offset }: Position, extent: Extent): Position {
  const own = paragraphs[paragraph] as TextParagraph;
  if (offset > 0) {
    return { paragraph, offset: extent === 'word' ? previousWord(own, offset) : deletionStart(own, offset) };
  }
  if (paragraph === 0) return { paragraph, offset };
  return { paragraph: paragraph - 1, offset: lengthOf(paragraphs[paragraph - 1] as TextParagraph) };
}

function forwards(paragraphs: Paragraphs, { paragraph, offset }: Position, extent: Extent): Position {
  const own = paragraphs[paragraph] as TextParagraph;
  if (offset < lengthOf(own)) {
    return { paragraph, offset: extent === 'word' ? nextWord(own, offset) : nextOffset(own, offset) };
  }
  if (paragraph === paragraphs.length - 1) return { paragraph, offset };
  return { paragraph: paragraph + 1, offset: 0 };
}

/** Deletes the selected text, or at a caret what lies before or after it. */
export function deleteText(
  paragraphs: Paragraphs,
  selection: TextSelection,
  direction: 'backward' | 'forward',
  extent: Extent,
): Edited {
  const move = direction === 'backward' ? backwards : forwards;
  const gone = isCaret(selection)
    ? { anchor: selection.focus, focus: move(paragraphs, selection.focus, extent) }
    : selection;
  if (isCaret(gone)) return { paragraphs, selection };
  return replaceRange(paragraphs, gone, [{ runs: [] }]);
}
