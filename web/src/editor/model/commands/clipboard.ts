import { copiedOf, pastedFrom } from '../clipboard.ts';
import { defineCommand, defineWithArgs, refuse } from '../command.ts';
import { editedText, withEdit } from '../editing.ts';
import { copyOffset } from '../free-place.ts';
import { boundsOfBoxes, type Point, tidy } from '../geometry.ts';
import { keys } from '../shortcuts.ts';
import { currentPage, type EditorState, withPage } from '../state.ts';
import { deleteText } from '../text/edit.ts';
import { isCaret } from '../text/runs.ts';
import { copiesFor, movable, selected } from '../tree.ts';
import { withoutSelected } from './delete.ts';
import { withRemark } from './duplicate.ts';

function hasSomething(state: EditorState): boolean {
  const edited = editedText(state);
  return edited ? !isCaret(edited.editing) : selected(state).length > 0;
}

export const copy = defineCommand({
  id: 'copy',
  labelKey: 'editor.commands.copy',
  section: 'objects',
  shortcut: keys('Mod+C'),
  context: 'both',
  canRun: hasSomething,
  run: (state) => state,
  copies: copiedOf,
});

export const cut = defineCommand({
  id: 'cut',
  labelKey: 'editor.commands.cut',
  section: 'objects',
  shortcut: keys('Mod+X'),
  context: 'both',
  canRun: (state) => (editedText(state) ? hasSomething(state) : movable(state).length > 0),
  run: (state) =>
    editedText(state)
      ? withEdit(state, (paragraphs, editing) => deleteText(paragraphs, editing, 'backward', 'character'))
      : withoutSelected(state),
  copies: (state) =>
    copiedOf(
      editedText(state) ? state : { ...state, selection: movable(state).map(({ element }) => element.id) },
    ),
});

export interface PasteArgs {
  /** The content of the clipboard of our own type, `clipboardType`. */
  json: string;
  /** Where the middle goes, in points of the page; left out: where it was, beside what lies there already. */
  at?: Point;
}

/** By how much pasted elements are moved, so that they cover none of the same place. */
function offsetIn(state: EditorState, first: Point): number {
  const taken = currentPage(state).elements;
  let by = 0;
  while (
    by < 1_000 &&
    taken.some(({ x, y }) => Math.abs(x - first.x - by) < 0.5 && Math.abs(y - first.y - by) < 0.5)
  ) {
    by += copyOffset;
  }
  return by;
}

function pasted(state: EditorState, { json, at }: PasteArgs, inPlace: boolean) {
  const read = pastedFrom(json);
  if (!read) return refuse('editor.refusals.clipboard');
  const page = currentPage(state);
  const { left, top, right, bottom } = boundsOfBoxes(read.elements);
  const isOutside = left > page.width || top > page.height || right < 0 || bottom < 0;
  const centre = at ?? (isOutside && !inPlace ? { x: page.width / 2, y: page.height / 2 } : null);
  const by = offsetIn(state, read.elements[0] as Point);
  const shift = inPlace
    ? { x: 0, y: 0 }
    : centre
      ? { x: centre.x - (left + right) / 2, y: centre.y - (top + bottom) / 2 }
      : { x: by, y: by };
  const copies = copiesFor(state.design, read.elements);
  const elements = copies.elements.map((element) => ({
    ...element,
    x: tidy(element.x + shift.x),
    y: tidy(element.y + shift.y),
    locked: false,
  }));
  const known = new Set(state.design.variables.map(({ name }) => name));
  const missing = read.variables.filter(({ name }) => !known.has(name));
  const next = withPage(state, { ...page, elements: [...page.elements, ...elements] });
  const variables = missing.length > 0 ? [...next.design.variables, ...missing] : next.design.variables;
  return withRemark(copies.isLeftOut, {
    ...next,
    design: { ...next.design, variables },
    selection: elements.map(({ id }) => id),
    editing: null,
  });
}

/** Pastes elements of any of our templates, with new ids. The clipboard of another program is refused. */
export const paste = defineWithArgs<PasteArgs>({
  id: 'paste',
  labelKey: 'editor.commands.paste',
  section: 'objects',
  shortcut: keys('Mod+V'),
  context: 'page',
  canRun: () => true,
  run: (state, args) => pasted(state, args, false),
});

/** Pastes where it was copied from, also on another page. */
export const pasteInPlace = defineWithArgs<PasteArgs>({
  id: 'pasteInPlace',
  labelKey: 'editor.commands.pasteInPlace',
  section: 'objects',
  shortcut: keys('Mod+Shift+V'),
  context: 'page',
  canRun: () => true,
  run: (state, args) => pasted(state, args, true),
});
