import { defineCommand } from '../command.ts';
import { refitGroups, withExistingOrder } from '../groups.ts';
import { keys } from '../shortcuts.ts';
import { currentPage, type EditorState, withPage } from '../state.ts';
import { movable, withoutElements } from '../tree.ts';

/** The state without the selected elements that are not locked. */
export function withoutSelected(state: EditorState): EditorState {
  const gone = movable(state);
  if (gone.length === 0) return state;
  const ids = gone.map(({ element }) => element.id);
  const page = refitGroups(withoutElements(currentPage(state), ids), gone);
  return { ...withPage(state, withExistingOrder(page)), selection: [], editing: null };
}

export const deleteElements = defineCommand({
  id: 'delete',
  labelKey: 'editor.commands.delete',
  section: 'objects',
  shortcut: keys('Delete', 'Backspace'),
  context: 'page',
  canRun: (state) => movable(state).length > 0,
  run: withoutSelected,
});
