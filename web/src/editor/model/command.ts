import type { ParseKeys } from 'i18next';
import type { Refusal } from './limits.ts';
import type { Shortcut } from './shortcuts.ts';
import type { EditorState } from './state.ts';

/** The headings of the sheet of shortcuts and of menus. */
export type Section =
  | 'add'
  | 'select'
  | 'move'
  | 'arrange'
  | 'objects'
  | 'text'
  | 'pages'
  | 'guides'
  | 'variables';

/** What the clipboard gets. `elements` is our own format; a program that does not know it takes the others. */
export interface Copied {
  elements: string | null;
  text: string;
  html: string;
}

/** Consecutive changes with one key are one step of the history: within a second of each other, or in one gesture. */
export interface Merge {
  key: string;
  within: 'pause' | 'gesture';
}

/** A next state of which a person has to be told something, such as what was left out. */
export interface Remarked {
  next: EditorState;
  remark: ParseKeys;
}

/** A command without `Args` runs from a key or a menu alone; others need what a panel or the canvas gives them. */
export interface Command<Args = undefined> {
  id: string;
  labelKey: ParseKeys;
  section: Section;
  /** The keys that run it, on each platform; null = none. */
  shortcut: Shortcut | null;
  /** Whether its keys work while elements are selected, while a text is edited, or both. */
  context: 'page' | 'text' | 'both';
  /** Whether it needs arguments that no key can give; a key for it opens what gives them. */
  needsArgs: undefined extends Args ? false : true;
  canRun(state: EditorState): boolean;
  /** The next state, the same one when there is nothing to do, or why it is refused. */
  run(state: EditorState, args: Args): EditorState | Refusal | Remarked;
  /** With which changes of the same kind it becomes one step; null = it is one of its own. */
  merge?(state: EditorState, args: Args): Merge | null;
  /** What goes to the clipboard before it runs. */
  copies?(state: EditorState): Copied;
}

/** Declares a command that needs no arguments. */
export function defineCommand(command: Omit<Command, 'needsArgs'>): Command {
  return { ...command, needsArgs: false };
}

/** Declares a command whose arguments may be left out. */
export function defineOptional<Args>(
  command: Omit<Command<Args | undefined>, 'needsArgs'>,
): Command<Args | undefined> {
  return { ...command, needsArgs: false } as Command<Args | undefined>;
}

/** Declares a command that needs arguments. */
export function defineWithArgs<Args extends object>(
  command: Omit<Command<Args>, 'needsArgs'>,
): Command<Args> {
  return { ...command, needsArgs: true } as Command<Args>;
}

export const isRefusal = (result: EditorState | Refusal | Remarked): result is Refusal =>
  'problems' in result;
const isRemarked = (result: EditorState | Remarked): result is Remarked => 'remark' in result;

/** The next state, with what a person has to be told of it. */
export const remarked = (result: EditorState | Remarked): { next: EditorState; remark: ParseKeys | null } =>
  isRemarked(result) ? result : { next: result, remark: null };

/** How the changes of a gesture, such as a dragged slider, become one step. */
export const inGesture = (gesture: string | undefined): Merge | null =>
  gesture === undefined ? null : { key: gesture, within: 'gesture' };

/** A refusal that the schema has no part in. */
export const refuse = (key: ParseKeys): Refusal => ({ key, values: {}, problems: [] });
