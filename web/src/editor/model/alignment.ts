import type { TextParagraph } from '@sello/contracts';
import { baseLevel, type FilledText, isolateValues } from '@sello/design';
import { editedText, holdsText, type TextHolder } from './editing.ts';
import type { EditorState } from './state.ts';
import { endsOf } from './text/runs.ts';
import { selected } from './tree.ts';

/** Where the lines of a paragraph lie in their box, as it is seen. */
export type Alignment = 'left' | 'center' | 'right' | 'justify';

/** `start` and `end` are sides by the direction of the words, as the layout finds it. */
function alignmentOf(
  paragraph: TextParagraph,
  element: TextHolder,
  { printed, locale }: { printed(content: string): FilledText; locale: string },
): Alignment {
  const { runs, align = element.align, direction = element.direction } = paragraph;
  if (align !== 'start' && align !== 'end') return align;
  const words = () => {
    const whole = printed(runs.map(({ text }) => text).join(''));
    const language = element.language ?? locale;
    return isolateValues([whole], { direction, language })?.[0] ?? whole.text;
  };
  const isRightToLeft = baseLevel(direction === 'auto' ? words() : '', direction) === 1;
  return isRightToLeft === (align === 'start') ? 'right' : 'left';
}

/**
 * Where the paragraphs of the selected text, or of the selected elements, lie. `printed` replaces variables by what the
 * page shows.
 */
export function selectedAlignments(
  state: EditorState,
  printed: (content: string) => FilledText,
): Alignment[] {
  const edited = editedText(state);
  const holders = edited
    ? [edited.element]
    : selected(state)
        .map(({ element }) => element)
        .filter(holdsText);
  const [start, end] = edited ? endsOf(edited.editing) : [];
  return holders.flatMap((element) =>
    element.paragraphs
      .slice(start?.paragraph, end && end.paragraph + 1)
      .map((paragraph) => alignmentOf(paragraph, element, { printed, locale: state.design.locale })),
  );
}
