import { defineCommand, type Remarked } from '../command.ts';
import { copyOffset } from '../free-place.ts';
import { rotate, tidy } from '../geometry.ts';
import { refitGroups } from '../groups.ts';
import { keys } from '../shortcuts.ts';
import { currentPage, type EditorState, withPage } from '../state.ts';
import { copiesFor, indexOf, inserted, parentIdOf, selected } from '../tree.ts';

/** What was copied, with a remark where something of it was left out. */
export const withRemark = (isLeftOut: boolean, next: EditorState): EditorState | Remarked =>
  isLeftOut ? { next, remark: 'editor.refusals.singleLeftOut' } : next;

export const duplicate = defineCommand({
  id: 'duplicate',
  labelKey: 'editor.commands.duplicate',
  section: 'objects',
  shortcut: keys('Mod+D'),
  context: 'page',
  canRun: (state) => selected(state).length > 0,
  run(state) {
    let page = currentPage(state);
    const originals = selected(state);
    const selection: string[] = [];
    const all = copiesFor(
      state.design,
      originals.map(({ element }) => element),
    );
    for (const { element, placement } of originals) {
      const found = indexOf(page.elements).get(element.id);
      const copy = all.elements.find(({ id }) => id === all.ids.get(element.id));
      if (!found || !copy) continue;
      const by = rotate({ x: copyOffset, y: copyOffset }, -placement.angle);
      const moved = { ...copy, x: tidy(copy.x + by.x), y: tidy(copy.y + by.y), locked: false };
      page = inserted(page, parentIdOf(found), found.index + 1, [moved]);
      selection.push(moved.id);
    }
    return withRemark(all.isLeftOut, {
      ...withPage(state, refitGroups(page, originals)),
      selection,
      editing: null,
    });
  },
});
