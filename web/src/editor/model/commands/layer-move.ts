import { defineWithArgs } from '../command.ts';
import { boxInside, boxOf, boxOnPage, pagePlacement, placementInside } from '../geometry.ts';
import { refitGroups } from '../groups.ts';
import { currentPage, withPage } from '../state.ts';
import { foundOf, indexOf, inserted, isLocked, siblingsIn, withoutElements } from '../tree.ts';

export interface LayerArgs {
  ids: readonly string[];
  /** The group to move into; null = the page itself. */
  parentId: string | null;
  /** The place among the children that are there now; 0 = at the bottom. */
  index: number;
}

/** Moves elements in the list of layers, also into and out of groups. They stay where they are on the page. */
export const moveLayers = defineWithArgs<LayerArgs>({
  id: 'moveLayers',
  labelKey: 'editor.commands.moveLayers',
  section: 'objects',
  shortcut: null,
  context: 'page',
  canRun: (state) => state.selection.length > 0,
  run(state, { ids, parentId, index }) {
    const page = currentPage(state);
    const target = parentId === null ? undefined : indexOf(page.elements).get(parentId);
    if (parentId !== null && !target) return state;
    const around = new Set([parentId, ...(target?.parents.map(({ id }) => id) ?? [])]);
    const found = foundOf(page, ids).filter((one) => !isLocked(one) && !around.has(one.element.id));
    if (found.length === 0) return state;
    const chosen = new Set(found.map(({ element }) => element.id));
    const place = target ? placementInside(target.placement, target.element) : pagePlacement;
    const elements = found.map(({ element, placement, parents }) => {
      const isSame = (parents.at(-1)?.id ?? null) === parentId;
      return isSame ? element : { ...element, ...boxInside(place, boxOnPage(placement, boxOf(element))) };
    });
    const before = siblingsIn(page, parentId).slice(0, index);
    const at = before.filter(({ id }) => !chosen.has(id)).length;
    const moved = inserted(withoutElements(page, chosen), parentId, at, elements);
    const now = indexOf(moved.elements);
    return withPage(state, refitGroups(moved, [...found, ...[...chosen].flatMap((id) => now.get(id) ?? [])]));
  },
});
