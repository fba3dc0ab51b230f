import type { DesignElement, TextContent, TextParagraph } from '@sello/contracts';
import type { Editing, EditorState, Position, TextSelection } from './state.ts';
import { currentPage } from './state.ts';
import type { Edited } from './text/edit.ts';
import { nearest } from './text/move.ts';
import { allOf, endOfText } from './text/runs.ts';
import { indexOf, mapOn } from './tree.ts';

/** An element whose text is edited in place. */
export type TextHolder = Extract<DesignElement, TextContent>;

export const holdsText = (element: DesignElement): element is TextHolder => 'paragraphs' in element;

/** The text that is edited, and where. Null while none is. */
export function editedText(state: EditorState): { element: TextHolder; editing: Editing } | null {
  const { editing } = state;
  if (!editing) return null;
  const element = indexOf(currentPage(state).elements).get(editing.elementId)?.element;
  return element && holdsText(element) ? { element, editing } : null;
}

/** The state in which the text of an element is edited; the same one for an element that has none. */
export function startEditing(
  state: EditorState,
  elementId: string,
  at: Position | 'all' | 'end',
): EditorState {
  const element = indexOf(currentPage(state).elements).get(elementId)?.element;
  if (!element || !holdsText(element)) return state;
  const { paragraphs } = element;
  const place = at === 'end' ? endOfText(paragraphs) : at === 'all' ? null : nearest(paragraphs, at);
  const selection = place ? { anchor: place, focus: place } : allOf(paragraphs);
  const editing: Editing = { elementId, ...selection, nextStyle: null, column: null, composing: null };
  return { ...state, selection: [elementId], editing };
}

/** The state with another selection in the text that is edited. */
export function withTextSelection(
  state: EditorState,
  { anchor, focus }: TextSelection,
  column: number | null = null,
): EditorState {
  const edited = editedText(state);
  if (!edited) return state;
  const { paragraphs } = edited.element;
  const places = { anchor: nearest(paragraphs, anchor), focus: nearest(paragraphs, focus) };
  return { ...state, editing: { ...edited.editing, ...places, column, nextStyle: null, composing: null } };
}

/** The state after a change of the text that is edited. */
export function withEdit(
  state: EditorState,
  change: (paragraphs: TextParagraph[], editing: Editing, element: TextHolder) => Edited,
): EditorState {
  const edited = editedText(state);
  if (!edited) return state;
  const { element, editing } = edited;
  const { paragraphs, selection } = change(element.paragraphs, editing, element);
  if (paragraphs === element.paragraphs) return state;
  const changed = mapOn(state, [element.id], (one) => ({ ...one, paragraphs }) as DesignElement);
  return {
    ...changed,
    editing: { ...editing, ...selection, nextStyle: null, column: null, composing: null },
  };
}
