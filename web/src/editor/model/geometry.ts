import type { Bounds, Box } from '@sello/design';

export interface Point {
  x: number;
  y: number;
}

/**
 * How coordinates inside a group lie on the page: rotated by `angle` degrees clockwise about the origin, then moved.
 * Groups never scale, so that this is exact.
 */
export interface Placement {
  angle: number;
  x: number;
  y: number;
}

export const pagePlacement: Placement = { angle: 0, x: 0, y: 0 };

/** Removes the noise of floating point numbers: a ten thousandth of a point is not visible. */
export const tidy = (value: number): number => Math.round(value * 10_000) / 10_000 + 0;

/** The same angle between −180 (exclusive) and 180 degrees. */
export function normalAngle(angle: number): number {
  const turned = tidy(((angle % 360) + 360) % 360);
  return turned > 180 ? tidy(turned - 360) : turned;
}

/** Rotates a vector clockwise, exactly by multiples of 90 degrees. */
export function rotate({ x, y }: Point, angle: number): Point {
  const turned = ((angle % 360) + 360) % 360;
  if (turned === 0) return { x, y };
  if (turned === 90) return { x: -y, y: x };
  if (turned === 180) return { x: -x, y: -y };
  if (turned === 270) return { x: y, y: -x };
  const radians = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

const toPage = (placement: Placement, point: Point): Point => {
  const turned = rotate(point, placement.angle);
  return { x: turned.x + placement.x, y: turned.y + placement.y };
};

const fromPage = (placement: Placement, point: Point): Point =>
  rotate({ x: point.x - placement.x, y: point.y - placement.y }, -placement.angle);

const centreOf = ({ x, y, width, height }: Omit<Box, 'rotation'>): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** The placement of the coordinates inside a group, whose origin is the top left corner of its box. */
export function placementInside(outer: Placement, group: Box): Placement {
  const centre = centreOf(group);
  const corner = rotate({ x: -group.width / 2, y: -group.height / 2 }, group.rotation);
  const origin = toPage(outer, { x: centre.x + corner.x, y: centre.y + corner.y });
  return { angle: outer.angle + group.rotation, ...origin };
}

function aroundCentre(box: Box, centre: Point, rotation: number): Box {
  const { width, height } = box;
  return {
    x: tidy(centre.x - width / 2),
    y: tidy(centre.y - height / 2),
    width,
    height,
    rotation: normalAngle(rotation),
  };
}

/** A box given inside a placement, as it lies on the page. */
export const boxOnPage = (placement: Placement, box: Box): Box =>
  aroundCentre(box, toPage(placement, centreOf(box)), box.rotation + placement.angle);

/** A box on the page, as it is given inside a placement. */
export const boxInside = (placement: Placement, box: Box): Box =>
  aroundCentre(box, fromPage(placement, centreOf(box)), box.rotation - placement.angle);

/** The corners of a box, clockwise from its own top left one. */
function cornersOf(box: Box): [Point, Point, Point, Point] {
  const centre = centreOf(box);
  const corner = (x: number, y: number): Point => {
    const turned = rotate({ x: (x * box.width) / 2, y: (y * box.height) / 2 }, box.rotation);
    return { x: centre.x + turned.x, y: centre.y + turned.y };
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** The smallest upright rectangle that holds all boxes, exact under rotation. */
export function boundsOfBoxes(boxes: readonly Box[]): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const box of boxes) {
    for (const { x, y } of cornersOf(box)) {
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
  }
  return bounds;
}

export const boxOf = ({ x, y, width, height, rotation }: Box): Box => ({ x, y, width, height, rotation });
