import { defineCommand } from '../command.ts';
import { boxInside, boxOf, boxOnPage } from '../geometry.ts';
import { groupOf, refitGroups } from '../groups.ts';
import { keys } from '../shortcuts.ts';
import { currentPage, newId, withPage } from '../state.ts';
import { type Found, inserted, movable, parentIdOf, siblingsIn, withoutElements } from '../tree.ts';

/** Puts the selected elements into one group, at the place of the one on top. They stay where they are on the page. */
export const group = defineCommand({
  id: 'group',
  labelKey: 'editor.commands.group',
  section: 'objects',
  shortcut: keys('Mod+G'),
  context: 'page',
  canRun: (state) => movable(state).length > 1,
  run(state) {
    const found = movable(state);
    const page = currentPage(state);
    const top = found.at(-1) as Found;
    const parentId = parentIdOf(top);
    const ids = found.map(({ element }) => element.id);
    const members = found.map(({ element, placement }) =>
      placement === top.placement
        ? element
        : { ...element, ...boxInside(top.placement, boxOnPage(placement, boxOf(element))) },
    );
    const before = siblingsIn(page, parentId).slice(0, top.index);
    const index = before.filter(({ id }) => !ids.includes(id)).length;
    const made = groupOf(newId(), members);
    const next = refitGroups(inserted(withoutElements(page, ids), parentId, index, [made]), found);
    return { ...withPage(state, next), selection: [made.id], editing: null };
  },
});
