import { type Command, defineOptional } from '../command.ts';
import { keys, keysOf, type Shortcut } from '../shortcuts.ts';
import { currentPage, type EditorState } from '../state.ts';
import { type Found, indexOf, mapOn } from '../tree.ts';

export interface ToggleArgs {
  /** Of the list of layers; the selected elements when left out. */
  ids?: readonly string[];
}

function foundIn(state: EditorState, ids: readonly string[] | undefined): Found[] {
  const index = indexOf(currentPage(state).elements);
  return (ids ?? state.selection).flatMap((id) => index.get(id) ?? []);
}

/** Sets a flag on elements, or removes it when all of them have it. */
function toggle(
  id: 'lock' | 'hide',
  flag: 'locked' | 'hidden',
  shortcut: Shortcut,
): Command<ToggleArgs | undefined> {
  return defineOptional<ToggleArgs>({
    id,
    labelKey: `editor.commands.${id}`,
    section: 'objects',
    shortcut,
    context: 'page',
    canRun: (state) => state.selection.length > 0,
    run(state, { ids } = {}) {
      const found = foundIn(state, ids);
      const value = !found.every(({ element }) => element[flag]);
      return mapOn(
        state,
        found.map(({ element }) => element.id),
        (element) => (element[flag] === value ? element : { ...element, [flag]: value }),
      );
    },
  });
}

export const lock = toggle('lock', 'locked', keys('Mod+L'));
// ⌘H hides the program on Apple's systems.
export const hide = toggle('hide', 'hidden', keysOf(['Mod+Shift+H'], ['Mod+H']));
