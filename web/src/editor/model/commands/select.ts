import { defineCommand, defineWithArgs } from '../command.ts';
import { keys } from '../shortcuts.ts';
import { currentPage, type EditorState } from '../state.ts';
import { foundOf, indexOf, isHidden, isLocked, parentIdOf, selected, siblingsIn } from '../tree.ts';

const withSelection = (state: EditorState, selection: readonly string[]): EditorState =>
  state.editing === null &&
  selection.length === state.selection.length &&
  selection.every((id, index) => id === state.selection[index])
    ? state
    : { ...state, selection, editing: null };

export interface SelectArgs {
  /** Ids of elements of the page; one that lies in another one of them is left out. */
  ids: readonly string[];
}

export const select = defineWithArgs<SelectArgs>({
  id: 'select',
  labelKey: 'editor.commands.select.these',
  section: 'select',
  shortcut: null,
  context: 'both',
  canRun: () => true,
  run: (state, { ids }) =>
    withSelection(
      state,
      foundOf(currentPage(state), ids).map(({ element }) => element.id),
    ),
});

/** Ids that a walk through the page reaches: those beside what is selected, without hidden ones. */
function reachable(state: EditorState): string[] {
  const [first] = selected(state);
  const index = indexOf(currentPage(state).elements);
  return siblingsIn(currentPage(state), first ? parentIdOf(first) : null)
    .filter(({ id }) => {
      const found = index.get(id);
      return found !== undefined && !isHidden(found);
    })
    .map(({ id }) => id);
}

/** Selects every element of the page, or of the group that is worked in, which is neither hidden nor locked. */
export const selectAll = defineCommand({
  id: 'select.all',
  labelKey: 'editor.commands.select.all',
  section: 'select',
  shortcut: keys('Mod+A'),
  context: 'page',
  canRun: (state) => reachable(state).length > 0,
  run(state) {
    const index = indexOf(currentPage(state).elements);
    const free = reachable(state).filter((id) => {
      const found = index.get(id);
      return found !== undefined && !isLocked(found);
    });
    return withSelection(state, free);
  },
});

export const selectNone = defineCommand({
  id: 'select.none',
  labelKey: 'editor.commands.select.none',
  section: 'select',
  shortcut: keys('Escape'),
  context: 'page',
  canRun: ({ selection }) => selection.length > 0,
  // Out of a group first, as the groups were entered.
  run(state) {
    const [first] = selected(state);
    const parentId = first && parentIdOf(first);
    return withSelection(state, parentId ? [parentId] : []);
  },
});

/** The element after or before what is selected. None at the end, where the focus goes on to what follows the page. */
function neighbourOf(state: EditorState, by: 1 | -1): string | undefined {
  const ids = reachable(state);
  const chosen = selected(state).map(({ element }) => element.id);
  if (chosen.length === 0) return ids.at(by === 1 ? 0 : -1);
  const from = ids.indexOf((by === 1 ? chosen.at(-1) : chosen[0]) as string);
  return ids[from + by];
}

function toNeighbour(state: EditorState, by: 1 | -1): EditorState {
  const id = neighbourOf(state, by);
  return id === undefined ? state : withSelection(state, [id]);
}

export const selectNext = defineCommand({
  id: 'select.next',
  labelKey: 'editor.commands.select.next',
  section: 'select',
  shortcut: keys('Tab'),
  context: 'page',
  canRun: (state) => neighbourOf(state, 1) !== undefined,
  run: (state) => toNeighbour(state, 1),
});

export const selectPrevious = defineCommand({
  id: 'select.previous',
  labelKey: 'editor.commands.select.previous',
  section: 'select',
  shortcut: keys('Shift+Tab'),
  context: 'page',
  canRun: (state) => neighbourOf(state, -1) !== undefined,
  run: (state) => toNeighbour(state, -1),
});
