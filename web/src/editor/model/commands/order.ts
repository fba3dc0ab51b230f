import type { DesignElement } from '@sello/contracts';
import { kindOf } from '@sello/design';
import { type Command, defineCommand } from '../command.ts';
import { keys, keysOf, type Shortcut } from '../shortcuts.ts';
import { currentPage, type EditorState, withPage } from '../state.ts';
import { mapSome, parentIdOf, selected, siblingsIn } from '../tree.ts';

type Reorder = (siblings: readonly DesignElement[], ids: ReadonlySet<string>) => DesignElement[];

/** Moves each chosen element past the next one that is not chosen. */
const forward: Reorder = (siblings, ids) => {
  const order = [...siblings];
  for (let at = order.length - 2; at >= 0; at -= 1) {
    const [one, next] = [order[at] as DesignElement, order[at + 1] as DesignElement];
    if (ids.has(one.id) && !ids.has(next.id)) [order[at], order[at + 1]] = [next, one];
  }
  return order;
};

const orders: Readonly<Record<'front' | 'forward' | 'backward' | 'back', Reorder>> = {
  front: (siblings, ids) => [
    ...siblings.filter(({ id }) => !ids.has(id)),
    ...siblings.filter(({ id }) => ids.has(id)),
  ],
  forward,
  backward: (siblings, ids) => forward(siblings.toReversed(), ids).reverse(),
  back: (siblings, ids) => [
    ...siblings.filter(({ id }) => ids.has(id)),
    ...siblings.filter(({ id }) => !ids.has(id)),
  ],
};

function reordered(state: EditorState, reorder: Reorder): EditorState {
  let page = currentPage(state);
  for (const [parentId, found] of Map.groupBy(selected(state), parentIdOf)) {
    const siblings = siblingsIn(page, parentId);
    const order = reorder(siblings, new Set(found.map(({ element }) => element.id)));
    if (order.every((element, index) => element === siblings[index])) continue;
    page =
      parentId === null
        ? { ...page, elements: order }
        : mapSome(page, [parentId], (parent) => kindOf(parent).withChildren(parent, order));
  }
  return page === currentPage(state) ? state : withPage(state, page);
}

const orderCommand = (place: keyof typeof orders, shortcut: Shortcut): Command =>
  defineCommand({
    id: `order.${place}`,
    labelKey: `editor.commands.order.${place}`,
    section: 'objects',
    shortcut,
    context: 'page',
    canRun: (state) => state.selection.length > 0 && reordered(state, orders[place]) !== state,
    run: (state) => reordered(state, orders[place]),
  });

/** The place of the selected elements among their siblings; they keep their order among themselves. */
export const orderCommands = {
  'order.front': orderCommand('front', keysOf(['Mod+Alt+]'], ['Mod+Shift+]'])),
  'order.forward': orderCommand('forward', keys('Mod+]')),
  'order.backward': orderCommand('backward', keys('Mod+[')),
  'order.back': orderCommand('back', keysOf(['Mod+Alt+['], ['Mod+Shift+['])),
};
