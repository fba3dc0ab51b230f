import type { DesignElement } from '@sello/contracts';

/** A box in points, y downwards. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Of what may run out of its box, and so can cover anything. */
export const everywhere: Bounds = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };

type Box = Pick<DesignElement, 'x' | 'y' | 'width' | 'height' | 'rotation'>;

/** The upright box around an element's own one, turned, with a margin on every side. */
export function boxReach({ x, y, width, height, rotation }: Box, margin = 0): Bounds {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const straight = rotation % 360 === 0;
  const diagonal = Math.hypot(width, height) / 2;
  const halfWidth = (straight ? width / 2 : diagonal) + margin;
  const halfHeight = (straight ? height / 2 : diagonal) + margin;
  return { left: cx - halfWidth, right: cx + halfWidth, top: cy - halfHeight, bottom: cy + halfHeight };
}

/** A pointed corner reaches up to ten times half the stroke's width beyond its edge (ISO 32000-1, 8.4.3.5). */
const miterReach = 6;

/** The reach of a shape with an outline. */
export function outlinedReach(element: Box & { stroke: string | null; strokeWidth: number }): Bounds {
  return boxReach(element, element.stroke === null ? 0 : element.strokeWidth * miterReach);
}

export function touches(a: Bounds, b: Bounds): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
