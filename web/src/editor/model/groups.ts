import type { DesignElement, DesignPage, GroupElement } from '@sello/contracts';
import { boundsOfBoxes, boxOnPage, pagePlacement, placementInside, tidy } from './geometry.ts';
import { childrenOf, type Found, indexOf, mapSome } from './tree.ts';

export const isGroup = (element: DesignElement): element is GroupElement => 'elements' in element;

/** A group whose box is that of its children, which stay where they are on the page. */
function refitted(group: GroupElement): GroupElement {
  const { left, top, right, bottom } = boundsOfBoxes(group.elements);
  const [width, height] = [tidy(right - left), tidy(bottom - top)];
  if (Math.abs(left) < 0.001 && Math.abs(top) < 0.001 && width === group.width && height === group.height) {
    return group;
  }
  const inside = placementInside(pagePlacement, group);
  const box = boxOnPage(inside, { x: left, y: top, width, height, rotation: 0 });
  const elements = group.elements.map((child) => ({
    ...child,
    x: tidy(child.x - left),
    y: tidy(child.y - top),
  }));
  return { ...group, x: box.x, y: box.y, width, height, elements };
}

/**
 * The page after elements changed, which were found before it: the groups around them get the box of their children,
 * and those that are empty now are removed.
 */
export function refitGroups(page: DesignPage, changed: Iterable<Found>): DesignPage {
  const groups = new Set([...changed].flatMap(({ parents }) => parents.map(({ id }) => id)));
  if (groups.size === 0) return page;
  const fitted = mapSome(page, groups, (element) => {
    if (!isGroup(element)) return element;
    return element.elements.length === 0 ? [] : refitted(element);
  });
  return withExistingOrder(fitted);
}

/** The page without ids in its reading order that no element has. */
export function withExistingOrder(page: DesignPage): DesignPage {
  const index = indexOf(page.elements);
  const readingOrder = page.readingOrder.filter((id) => index.has(id));
  return readingOrder.length === page.readingOrder.length ? page : { ...page, readingOrder };
}

/** A group around elements that are given in the coordinates of its parent. */
export function groupOf(id: string, elements: readonly DesignElement[]): GroupElement {
  const { left, top, right, bottom } = boundsOfBoxes(elements);
  return {
    ...{ type: 'group', id, name: '', rotation: 0, opacity: 1 },
    ...{ locked: false, hidden: false, hideWhenEmpty: false },
    ...{ x: tidy(left), y: tidy(top), width: tidy(right - left), height: tidy(bottom - top) },
    elements: elements.map((element) => ({
      ...element,
      x: tidy(element.x - left),
      y: tidy(element.y - top),
    })),
  };
}

/** The children of a group in the coordinates of its parent, as they look inside it. */
export function ungrouped(group: DesignElement): DesignElement[] {
  const inside = placementInside(pagePlacement, group);
  return childrenOf(group).map((child) => ({
    ...child,
    ...boxOnPage(inside, child),
    opacity: tidy(child.opacity * group.opacity),
    locked: child.locked || group.locked,
    hidden: child.hidden || group.hidden,
  }));
}
