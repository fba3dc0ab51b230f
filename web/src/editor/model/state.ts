import type { Design, DesignPage, TextParagraph, TextRun } from '@sello/contracts';

/** Character properties that differ from those of the element. */
export type RunStyle = Omit<TextRun, 'text'>;
/** Paragraph properties that differ from those of the element. */
export type ParagraphStyle = Omit<TextParagraph, 'runs'>;

/** A place in a text: an index of a paragraph, and an offset in UTF-16 units into the texts of its runs. */
export interface Position {
  readonly paragraph: number;
  readonly offset: number;
  /** At the offset where a line wraps: `upstream` is the end of the upper line, otherwise the start of the lower. */
  readonly affinity?: 'upstream';
}

/** The selected part of a text; a caret when both ends are equal. `focus` is the end that moves. */
export interface TextSelection {
  readonly anchor: Position;
  readonly focus: Position;
}

/** A text that is edited in place. */
export interface Editing extends TextSelection {
  readonly elementId: string;
  /** The style of what is typed next, when a style was chosen at a caret. */
  readonly nextStyle: RunStyle | null;
  /** The distance in points from the left of the box that moving up and down keeps. */
  readonly column: number | null;
  /** The text that an input method is composing, which its next update replaces. */
  readonly composing: TextSelection | null;
}

/** What the editor shows: the design, and what the person works on. Immutable; states share what is equal. */
export interface EditorState {
  readonly design: Design;
  readonly pageId: string;
  /** Ids of selected elements of the page. No selected element lies in another one. */
  readonly selection: readonly string[];
  readonly editing: Editing | null;
}

/** The state in which a design opens: its first page, nothing selected. */
export function openState(design: Design): EditorState {
  return { design, pageId: (design.pages[0] as DesignPage).id, selection: [], editing: null };
}

/** The page that is shown. */
export function currentPage({ design, pageId }: EditorState): DesignPage {
  return design.pages.find(({ id }) => id === pageId) ?? (design.pages[0] as DesignPage);
}

/** The state with another page in place of the one with the same id. */
export function withPage(state: EditorState, page: DesignPage): EditorState {
  const pages = state.design.pages.map((one) => (one.id === page.id ? page : one));
  return { ...state, design: { ...state.design, pages } };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** A random id of an element or a page: 72 bits, so that copies made in two windows never share one. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => alphabet[byte & 63]).join('');
}
