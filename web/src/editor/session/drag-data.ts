import type { Point } from '../model/index.ts';
import type { EditorSession } from './session.ts';

/** What a panel lets a person drag onto the page; `drop` adds it with its middle at a point of the page. */
export type Dragged = (session: EditorSession, at: Point) => void;

/** What is being dragged from a panel; set when a drag starts and cleared when it ends, as data of a drag is text alone. */
export const drag: { current: Dragged | null } = { current: null };

/** What is done with files that are dropped onto the page or pasted; set by the panel of images. */
export const fileDrop: {
  receive: ((session: EditorSession, files: readonly File[], at?: Point) => void) | null;
} = {
  receive: null,
};
