import type { EditorState } from './state.ts';

/** The most steps that can be undone; older ones are forgotten. */
const mostSteps = 5_000;
/** Steps of one kind become one when they follow each other within this time, in ms. */
const pause = 1_000;

interface Step {
  /** The command that made it. */
  command: string;
  /** The state before it; after an undo also the one after it. */
  state: EditorState;
}

interface Mergeable {
  key: string;
  /** Time of the last change, in ms; null: the key alone decides, as within one gesture. */
  at: number | null;
}

/** Everything that was done, as states that share all that is equal. Immutable. */
export interface History {
  readonly present: EditorState;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  readonly mergeable: Mergeable | null;
}

export function startHistory(present: EditorState): History {
  return { present, past: [], future: [], mergeable: null };
}

/**
 * Adds a step. A change with the `merge` key of the one before it, made within a second of it (`at`, in ms) or in the
 * same gesture (`at` null), becomes one step with it. A state with the same design replaces the present one without a
 * step.
 */
export function recordStep(
  history: History,
  state: EditorState,
  { command, merge, at }: { command: string; merge: string | null; at: number | null },
): History {
  if (state === history.present) return history;
  if (state.design === history.present.design) return withState(history, state);
  const { past, mergeable } = history;
  const mergesNow = merge !== null && mergeable?.key === merge;
  const isSoon = at === null || (mergeable?.at != null && at - mergeable.at <= pause);
  const next: Mergeable | null = merge === null ? null : { key: merge, at };
  if (mergesNow && isSoon) return { present: state, past, future: [], mergeable: next };
  const kept = past.length >= mostSteps ? past.slice(past.length - mostSteps + 1) : past;
  return {
    present: state,
    past: [...kept, { command, state: history.present }],
    future: [],
    mergeable: next,
  };
}

/** The history with something that belongs to its last step, such as the room that typed words take. */
export function amendStep(history: History, state: EditorState): History {
  return state === history.present ? history : { ...history, present: state };
}

/** The history with another selection, page or caret, which is no step; what was typed before it is complete. */
function withState(history: History, state: EditorState): History {
  return state === history.present ? history : { ...history, present: state, mergeable: null };
}

/** Undoes one step, with the selection and the caret of before it. */
export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    present: { ...step.state, editing: step.state.editing && { ...step.state.editing, composing: null } },
    past: history.past.slice(0, -1),
    future: [...history.future, { command: step.command, state: history.present }],
    mergeable: null,
  };
}

/** Makes the step that was undone last again. */
export function redo(history: History): History {
  const step = history.future.at(-1);
  if (!step) return history;
  return {
    present: step.state,
    past: [...history.past, { command: step.command, state: history.present }],
    future: history.future.slice(0, -1),
    mergeable: null,
  };
}
