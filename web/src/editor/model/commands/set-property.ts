import { defineWithArgs, inGesture } from '../command.ts';
import { refitGroups } from '../groups.ts';
import { type Properties, withProperties } from '../properties.ts';
import { currentPage, withPage } from '../state.ts';
import { indexOf, mapOn } from '../tree.ts';

export interface PropertyArgs {
  /** The selected elements when left out. */
  ids?: readonly string[];
  /** New values; each element takes those that its type has. */
  properties: Properties;
  /** A name of a gesture, such as a dragged slider, whose changes are one step. */
  gesture?: string;
}

/** Properties that a locked element keeps: where it stands. */
const placing = ['x', 'y', 'width', 'height', 'rotation'] as const;

export const setProperty = defineWithArgs<PropertyArgs>({
  id: 'setProperty',
  labelKey: 'editor.commands.setProperty',
  section: 'objects',
  shortcut: null,
  context: 'both',
  canRun: (state) => state.selection.length > 0 || state.editing !== null,
  run(state, { ids = state.selection, properties }) {
    const free = Object.fromEntries(
      Object.entries(properties).filter(([name]) => !(placing as readonly string[]).includes(name)),
    );
    const changed = mapOn(state, ids, (element) =>
      withProperties(element, element.locked ? free : properties),
    );
    const movesBoxes = placing.some((name) => properties[name] !== undefined);
    if (changed === state || !movesBoxes) return changed;
    const index = indexOf(currentPage(state).elements);
    const found = ids.flatMap((id) => index.get(id) ?? []);
    return withPage(changed, refitGroups(currentPage(changed), found));
  },
  merge: (_, { gesture }) => inGesture(gesture),
});
