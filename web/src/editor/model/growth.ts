import type { Box } from '@sello/design';
import { holdsText, type TextHolder } from './editing.ts';
import { rotate } from './geometry.ts';
import { withBoxes } from './moving.ts';
import { currentPage, type EditorState } from './state.ts';
import { plainOf } from './text/runs.ts';
import { indexOf } from './tree.ts';

/** Overflow of at most this many points is noise of the layout. */
const tolerated = 0.01;
/** The most that a side of a box may have in points, as the schema says. */
const mostHeight = 100_000;

/**
 * The text that was typed into by a change, if its box follows its words: one that shrinks or is cut keeps the box that
 * it was given.
 */
export function typedText(before: EditorState, after: EditorState): TextHolder | null {
  if (before.design === after.design) return null;
  const id = after.editing?.elementId ?? (after.selection.length === 1 ? after.selection[0] : undefined);
  if (id === undefined) return null;
  const [was, is] = [before, after].map((state) => indexOf(currentPage(state).elements).get(id)?.element);
  if (!was || !is || !holdsText(was) || !holdsText(is) || was.paragraphs === is.paragraphs) return null;
  // A style that was chosen for a text as a whole is not typing.
  if (!after.editing && plainOf(was.paragraphs) === plainOf(is.paragraphs)) return null;
  return is.fit === 'wrap' || is.fit === 'break' ? is : null;
}

/** The box of a text at a greater height: the side at which the text begins stays where it is. */
function grown({ x, y, width, height, rotation, verticalAlign }: TextHolder, to: number): Partial<Box> {
  const share = verticalAlign === 'top' ? 0.5 : verticalAlign === 'middle' ? 0 : -0.5;
  const by = rotate({ x: 0, y: (to - height) * share }, rotation);
  const centre = { x: x + width / 2 + by.x, y: y + height / 2 + by.y };
  return { x: centre.x - width / 2, y: centre.y - to / 2, height: to };
}

/** The state with a text in a box that is at least as high as its words, `height` in points. */
export function withRoom(state: EditorState, text: TextHolder, height: number): EditorState {
  if (height <= text.height + tolerated) return state;
  // Rounded up: the words fit.
  const to = Math.min(Math.ceil(height * 100) / 100, mostHeight);
  return withBoxes(state, { [text.id]: grown(text, to) });
}
