import type { TextParagraph } from '@sello/contracts';
import { type Command, defineCommand, defineOptional, defineWithArgs, type Merge } from '../command.ts';
import { editedText, holdsText, startEditing, withEdit } from '../editing.ts';
import { keys, keysOf, type Shortcut } from '../shortcuts.ts';
import type { EditorState, Position } from '../state.ts';
import {
  deleteText,
  type Extent,
  insertPlain,
  insertText,
  replaceRange,
  splitParagraph,
  typingStyle,
} from '../text/edit.ts';
import { endsOf } from '../text/runs.ts';
import { selected } from '../tree.ts';

const isEditing = (state: EditorState): boolean => editedText(state) !== null;
const inSeries = (of: string, { editing }: EditorState): Merge | null =>
  editing && { key: `${of} ${editing.elementId}`, within: 'pause' };

export interface EditTextArgs {
  /** The selected element when left out. */
  id?: string;
  /** Where the caret goes; everything is selected when left out. */
  at?: Position | 'all' | 'end';
}

export const editText = defineOptional<EditTextArgs>({
  id: 'text.edit',
  labelKey: 'editor.commands.text.edit',
  section: 'text',
  shortcut: keys('Enter'),
  context: 'page',
  canRun: (state) =>
    selected(state).length === 1 && selected(state).every(({ element }) => holdsText(element)),
  run: (state, { id = state.selection[0] ?? '', at = 'all' } = {}) => startEditing(state, id, at),
});

export const leaveText = defineCommand({
  id: 'text.leave',
  labelKey: 'editor.commands.text.leave',
  section: 'text',
  shortcut: keys('Escape'),
  context: 'text',
  canRun: isEditing,
  run: (state) => ({ ...state, editing: null }),
});

export interface TypeArgs {
  /** Line feeds are line breaks within the paragraph. */
  text: string;
}

export const typeText = defineWithArgs<TypeArgs>({
  id: 'text.type',
  labelKey: 'editor.commands.text.type',
  section: 'text',
  shortcut: null,
  context: 'text',
  canRun: isEditing,
  run: (state, { text }) =>
    text === ''
      ? state
      : withEdit(state, (paragraphs, editing) =>
          insertText(paragraphs, editing, text, styleOfTyping(paragraphs, editing)),
        ),
  merge: (state) => inSeries('type', state),
});

const styleOfTyping = (paragraphs: TextParagraph[], editing: NonNullable<EditorState['editing']>) => ({
  ...typingStyle(paragraphs, editing),
  ...editing.nextStyle,
});

export interface ComposeArgs {
  /** What the input method shows now. Empty: it was cancelled. */
  text: string;
  /** Whether it was accepted, and the next text does not replace it. */
  isDone: boolean;
}

/** A text of an input method: each update replaces the one before, and all of them are one step. */
export const compose = defineWithArgs<ComposeArgs>({
  id: 'text.compose',
  labelKey: 'editor.commands.text.type',
  section: 'text',
  shortcut: null,
  context: 'text',
  canRun: isEditing,
  run(state, { text, isDone }) {
    const edited = editedText(state);
    if (!edited) return state;
    const range = edited.editing.composing ?? edited.editing;
    const [start] = endsOf(range);
    const next = withEdit(state, (paragraphs, editing) =>
      insertText(paragraphs, range, text, styleOfTyping(paragraphs, { ...editing, ...range })),
    );
    const { editing } = next;
    if (!editing) return next;
    const composing = isDone ? null : { anchor: start, focus: editing.focus };
    const { nextStyle } = edited.editing;
    return { ...next, editing: { ...editing, composing, nextStyle: isDone ? null : nextStyle } };
  },
  merge: ({ editing }) => editing && { key: `compose ${editing.elementId}`, within: 'gesture' },
});

function deletion(direction: 'backward' | 'forward', extent: Extent, shortcut: Shortcut): Command {
  const id = `text.delete.${direction}.${extent}`;
  return defineCommand({
    id,
    labelKey: `editor.commands.text.delete.${direction}.${extent}`,
    section: 'text',
    shortcut,
    context: 'text',
    canRun: isEditing,
    run: (state) =>
      withEdit(state, (paragraphs, editing) => deleteText(paragraphs, editing, direction, extent)),
    merge: (state) => inSeries(id, state),
  });
}

export const deletions = {
  'text.delete.backward.character': deletion('backward', 'character', keys('Backspace', 'Shift+Backspace')),
  'text.delete.forward.character': deletion('forward', 'character', keys('Delete')),
  'text.delete.backward.word': deletion('backward', 'word', keysOf(['Alt+Backspace'], ['Mod+Backspace'])),
  'text.delete.forward.word': deletion('forward', 'word', keysOf(['Alt+Delete'], ['Mod+Delete'])),
};

export const newParagraph = defineCommand({
  id: 'text.newParagraph',
  labelKey: 'editor.commands.text.newParagraph',
  section: 'text',
  shortcut: keys('Enter'),
  context: 'text',
  canRun: isEditing,
  run: (state) => withEdit(state, splitParagraph),
});

export const lineBreak = defineCommand({
  id: 'text.lineBreak',
  labelKey: 'editor.commands.text.lineBreak',
  section: 'text',
  shortcut: keys('Shift+Enter'),
  context: 'text',
  canRun: isEditing,
  run: (state) => withEdit(state, (paragraphs, editing) => insertText(paragraphs, editing, '\n')),
});

export interface InsertVariableArgs {
  name: string;
}

/** Inserts `{{name}}` in place of the selected text. */
export const insertVariable = defineWithArgs<InsertVariableArgs>({
  id: 'text.variable',
  labelKey: 'editor.commands.text.variable',
  section: 'text',
  shortcut: keys('/'),
  context: 'text',
  canRun: isEditing,
  run: (state, { name }) =>
    withEdit(state, (paragraphs, editing) =>
      insertText(paragraphs, editing, `{{${name}}}`, styleOfTyping(paragraphs, editing)),
    ),
});

/** Plain text, or paragraphs that were read from HTML with `paragraphsFromHtml`. */
export type PasteTextArgs = { text: string } | { paragraphs: readonly TextParagraph[] };

export const pasteText = defineWithArgs<PasteTextArgs>({
  id: 'text.paste',
  labelKey: 'editor.commands.text.paste',
  section: 'text',
  shortcut: keys('Mod+V'),
  context: 'text',
  canRun: isEditing,
  run: (state, args) =>
    withEdit(state, (paragraphs, editing) =>
      'text' in args
        ? insertPlain(paragraphs, editing, args.text, styleOfTyping(paragraphs, editing))
        : args.paragraphs.length === 0
          ? { paragraphs, selection: editing }
          : replaceRange(paragraphs, editing, args.paragraphs),
    ),
});
