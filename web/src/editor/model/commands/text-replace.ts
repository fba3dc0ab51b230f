import type { DesignElement } from '@sello/contracts';
import { defineWithArgs } from '../command.ts';
import { holdsText, startEditing } from '../editing.ts';
import { currentPage } from '../state.ts';
import { insertPlain } from '../text/edit.ts';
import { changedPart, placeIn } from '../text/replace.ts';
import { plainOf } from '../text/runs.ts';
import { indexOf, mapOn } from '../tree.ts';

export interface ReplaceTextArgs {
  /** The element with the text. */
  id: string;
  /** All of it, as a text area holds it: a line feed between paragraphs and at line breaks. */
  text: string;
  /** The offset of the caret after the change, which tells where equal letters were typed. */
  caret?: number;
}

/** Takes over a text that was changed as plain text. What is equal keeps its style and its paragraphs. */
export const replaceText = defineWithArgs<ReplaceTextArgs>({
  id: 'text.replace',
  labelKey: 'editor.commands.text.replace',
  section: 'text',
  shortcut: null,
  context: 'both',
  canRun: (state) => state.selection.length > 0 || state.editing !== null,
  run(state, { id, text, caret }) {
    const element = indexOf(currentPage(state).elements).get(id)?.element;
    if (!element || !holdsText(element)) return state;
    const { paragraphs } = element;
    const part = changedPart(plainOf(paragraphs), text, caret);
    if (!part) return state;
    const selection = { anchor: placeIn(paragraphs, part.start), focus: placeIn(paragraphs, part.end) };
    const edited = insertPlain(paragraphs, selection, part.inserted);
    const changed = mapOn(state, [id], (one) => ({ ...one, paragraphs: edited.paragraphs }) as DesignElement);
    return state.editing?.elementId === id ? startEditing(changed, id, edited.selection.focus) : changed;
  },
  merge: (_, { id }) => ({ key: `replace ${id}`, within: 'pause' }),
});
