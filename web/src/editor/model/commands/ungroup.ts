import { defineCommand } from '../command.ts';
import { isGroup, ungrouped, withExistingOrder } from '../groups.ts';
import { keys } from '../shortcuts.ts';
import { currentPage, withPage } from '../state.ts';
import { mapSome, movable } from '../tree.ts';

/** Replaces the selected groups by what lies in them, which looks the same on the page. */
export const ungroup = defineCommand({
  id: 'ungroup',
  labelKey: 'editor.commands.ungroup',
  section: 'objects',
  shortcut: keys('Mod+Shift+G'),
  context: 'page',
  canRun: (state) => movable(state).some(({ element }) => isGroup(element)),
  run(state) {
    const groups = movable(state)
      .map(({ element }) => element)
      .filter(isGroup);
    const page = currentPage(state);
    const changed = mapSome(
      page,
      groups.map(({ id }) => id),
      ungrouped,
    );
    const gone = new Set(groups.map(({ id }) => id));
    const others = state.selection.filter((id) => !gone.has(id));
    const selection = [...others, ...groups.flatMap(({ elements }) => elements.map(({ id }) => id))];
    return { ...withPage(state, withExistingOrder(changed)), selection, editing: null };
  },
});
