import type { DesignElement } from '@sello/contracts';
import { type Bounds, type Box, kindOf } from '@sello/design';

/** How the coordinates inside a group lie on the page: turned by `angle` degrees about the origin, then moved. */
export interface Placement {
  angle: number;
  x: number;
  y: number;
}

const onThePage: Placement = { angle: 0, x: 0, y: 0 };

function turn(x: number, y: number, angle: number): { x: number; y: number } {
  if (angle % 360 === 0) return { x, y };
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** A box inside a placement, as it lies on the page. */
export function toPage({ angle, x, y }: Placement, box: Box): Box {
  const centre = turn(box.x + box.width / 2, box.y + box.height / 2, angle);
  return {
    ...{ x: centre.x + x - box.width / 2, y: centre.y + y - box.height / 2 },
    ...{ width: box.width, height: box.height, rotation: box.rotation + angle },
  };
}

/** A box on the page, as it lies inside a placement. */
export function fromPage({ angle, x, y }: Placement, box: Box): Box {
  const centre = turn(box.x + box.width / 2 - x, box.y + box.height / 2 - y, -angle);
  return {
    ...{ x: centre.x - box.width / 2, y: centre.y - box.height / 2 },
    ...{ width: box.width, height: box.height, rotation: box.rotation - angle },
  };
}

/** The placement of what lies in a group. */
function inside(outer: Placement, group: Box): Placement {
  const box = toPage(outer, group);
  const corner = turn(-box.width / 2, -box.height / 2, box.rotation);
  return { angle: box.rotation, x: box.x + box.width / 2 + corner.x, y: box.y + box.height / 2 + corner.y };
}

/** An element with the groups it lies in, the outermost first, and how its coordinates lie on the page. */
export interface FoundElement {
  element: DesignElement;
  parents: readonly DesignElement[];
  placement: Placement;
}

/** Finds an element of a page, in groups too. */
export function findElement(
  elements: readonly DesignElement[],
  id: string,
  parents: readonly DesignElement[] = [],
  placement: Placement = onThePage,
): FoundElement | null {
  for (const element of elements) {
    if (element.id === id) return { element, parents, placement };
    const children = kindOf(element).children(element);
    if (children.length === 0) continue;
    const found = findElement(children, id, [...parents, element], inside(placement, element));
    if (found) return found;
  }
  return null;
}

/** The children of a group on the page, or the page's own elements: what is worked on in it, with their placement. */
export function scopeOf(
  elements: readonly DesignElement[],
  groupId: string | null,
): { elements: readonly DesignElement[]; placement: Placement; root: string | null } {
  const group = groupId === null ? null : findElement(elements, groupId);
  if (!group) return { elements, placement: onThePage, root: null };
  return {
    elements: kindOf(group.element).children(group.element),
    placement: inside(group.placement, group.element),
    root: (group.parents[0] ?? group.element).id,
  };
}

/** The upright box that holds a turned one, exactly. */
export function boundsOf({ x, y, width, height, rotation }: Box): Bounds {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [a, b] = [turn(width / 2, height / 2, rotation), turn(width / 2, -height / 2, rotation)];
  const [halfWidth, halfHeight] = [
    Math.max(Math.abs(a.x), Math.abs(b.x)),
    Math.max(Math.abs(a.y), Math.abs(b.y)),
  ];
  return { left: cx - halfWidth, right: cx + halfWidth, top: cy - halfHeight, bottom: cy + halfHeight };
}

/** A point of the page in the coordinates of a box on the page, before its rotation. */
export function intoBox(box: Box, point: { x: number; y: number }): { x: number; y: number } {
  const from = turn(point.x - box.x - box.width / 2, point.y - box.y - box.height / 2, -box.rotation);
  return { x: from.x + box.width / 2, y: from.y + box.height / 2 };
}

export function isInBox(box: Box, point: { x: number; y: number }): boolean {
  const { x, y } = intoBox(box, point);
  return x >= 0 && y >= 0 && x <= box.width && y <= box.height;
}
