import type { DesignElement } from '@sello/contracts';
import { type Command, defineCommand, defineWithArgs, inGesture } from '../command.ts';
import { editedText, holdsText, type TextHolder, withEdit } from '../editing.ts';
import { withProperties } from '../properties.ts';
import { keys } from '../shortcuts.ts';
import type { EditorState, ParagraphStyle, RunStyle } from '../state.ts';
import { allOf, endsOf, isCaret } from '../text/runs.ts';
import {
  type SharedStyle,
  styleOfSelection,
  styleParagraphs,
  styleRange,
  withoutOverrides,
} from '../text/style.ts';
import { mapOn, selected } from '../tree.ts';

const hasStyle = (state: EditorState): boolean =>
  editedText(state) !== null || selected(state).some(({ element }) => 'fontFamily' in element);

/** The whole text of an element in a style: its own, and no run differs from it. */
function styledElement(element: DesignElement, style: RunStyle | ParagraphStyle): DesignElement {
  // A fill of letters is none of a shape.
  if (!('fontFamily' in element)) return element;
  const next = withProperties(element, style);
  if (!holdsText(next)) return next;
  const paragraphs = withoutOverrides(next.paragraphs, Object.keys(style));
  return { ...next, paragraphs } as DesignElement;
}

function withStyle(state: EditorState, style: RunStyle): EditorState {
  const edited = editedText(state);
  if (!edited) return mapOn(state, state.selection, (element) => styledElement(element, style));
  const { editing } = edited;
  // At a caret the style is that of what is typed next.
  if (isCaret(editing))
    return { ...state, editing: { ...editing, nextStyle: { ...editing.nextStyle, ...style } } };
  return withEdit(state, (paragraphs, selection, element) => ({
    paragraphs: styleRange(paragraphs, selection, style, element),
    selection,
  }));
}

/** The style of the selected text, or of the selected elements; null when nothing selected has text. */
export function selectedStyle(state: EditorState): SharedStyle | null {
  const edited = editedText(state);
  if (edited) {
    const { element, editing } = edited;
    return styleOfSelection(element.paragraphs, editing, element, editing.nextStyle);
  }
  const styles = selected(state)
    .map(({ element }) => element)
    .filter(holdsText)
    .map((element: TextHolder) => styleOfSelection(element.paragraphs, allOf(element.paragraphs), element));
  const [first] = styles;
  if (!first) return null;
  const names = Object.keys(first) as (keyof SharedStyle)[];
  const shared = names.map((name) => [
    name,
    styles.every((one) => one[name] === first[name]) ? first[name] : null,
  ]);
  return Object.fromEntries(shared) as SharedStyle;
}

const paragraphNames = [
  ...(['align', 'direction', 'lineHeight', 'indent', 'spaceBefore', 'spaceAfter'] as const),
] as const satisfies readonly (keyof ParagraphStyle)[];

/** What paragraphs look like: each property with its value; null where they differ. */
export type SharedParagraphStyle = {
  readonly [Name in keyof ParagraphStyle]-?: NonNullable<ParagraphStyle[Name]> | null;
};

/** The style of the paragraphs of the selected text, or of the selected elements; null when there are none. */
export function selectedParagraphStyle(state: EditorState): SharedParagraphStyle | null {
  const edited = editedText(state);
  const holders = edited
    ? [edited.element]
    : selected(state)
        .map(({ element }) => element)
        .filter(holdsText);
  const [start, end] = edited ? endsOf(edited.editing) : [];
  const styles = holders.flatMap((element) =>
    element.paragraphs
      .slice(start?.paragraph, end && end.paragraph + 1)
      .map((paragraph) => ({ paragraph, element })),
  );
  if (styles.length === 0) return null;
  const shared = paragraphNames.map((name) => {
    const values = styles.map(({ paragraph, element }) => paragraph[name] ?? element[name]);
    return [name, values.every((value) => value === values[0]) ? values[0] : null];
  });
  return Object.fromEntries(shared) as SharedParagraphStyle;
}

export interface TextStyleArgs {
  style: RunStyle;
  gesture?: string;
}

/** Gives the selected text, or the whole text of the selected elements, new character properties. */
export const setTextStyle = defineWithArgs<TextStyleArgs>({
  id: 'text.style',
  labelKey: 'editor.commands.text.style',
  section: 'text',
  shortcut: null,
  context: 'both',
  canRun: hasStyle,
  run: (state, { style }) => withStyle(state, style),
  merge: (_, { gesture }) => inGesture(gesture),
});

export interface ParagraphStyleArgs {
  style: ParagraphStyle;
  gesture?: string;
}

/** Gives the paragraphs of the selected text, or all of the selected elements, new properties. */
export const setParagraphStyle = defineWithArgs<ParagraphStyleArgs>({
  id: 'text.paragraph',
  labelKey: 'editor.commands.text.paragraph',
  section: 'text',
  shortcut: null,
  context: 'both',
  canRun: hasStyle,
  run(state, { style }) {
    if (!editedText(state)) return mapOn(state, state.selection, (element) => styledElement(element, style));
    return withEdit(state, (paragraphs, selection, element) => ({
      paragraphs: styleParagraphs(paragraphs, selection, style, element),
      selection,
    }));
  },
  merge: (_, { gesture }) => inGesture(gesture),
});

/** The weight from which a text counts as bold. */
const boldFrom = 600;

const toggles = {
  bold: {
    key: 'Mod+B',
    is: ({ fontWeight }: SharedStyle) => (fontWeight ?? 0) >= boldFrom,
    on: { fontWeight: 700 },
    off: { fontWeight: 400 },
  },
  italic: {
    key: 'Mod+I',
    is: ({ italic }: SharedStyle) => italic === true,
    on: { italic: true },
    off: { italic: false },
  },
  underline: {
    key: 'Mod+U',
    is: ({ underline }: SharedStyle) => underline === true,
    on: { underline: true },
    off: { underline: false },
  },
  strike: {
    key: 'Mod+Shift+X',
    is: ({ lineThrough }: SharedStyle) => lineThrough === true,
    on: { lineThrough: true },
    off: { lineThrough: false },
  },
} as const;
type Toggle = keyof typeof toggles;

/** Whether the selected text is bold, italic, underlined or struck through everywhere. */
export function isStyled(state: EditorState, toggle: Toggle): boolean {
  const style = selectedStyle(state);
  return style !== null && toggles[toggle].is(style);
}

const toggleCommand = (id: Toggle): Command =>
  defineCommand({
    id: `text.${id}`,
    labelKey: `editor.commands.text.${id}`,
    section: 'text',
    shortcut: keys(toggles[id].key),
    context: 'both',
    canRun: hasStyle,
    run: (state) => withStyle(state, isStyled(state, id) ? toggles[id].off : toggles[id].on),
  });

export const styleToggles = {
  'text.bold': toggleCommand('bold'),
  'text.italic': toggleCommand('italic'),
  'text.underline': toggleCommand('underline'),
  'text.strike': toggleCommand('strike'),
};
