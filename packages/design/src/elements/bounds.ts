import type { DesignElement } from '@sello/contracts';

/** A box in points, y downwards. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The bounds of an element that may extend past its box anywhere, and so can overlap every other one. */
export const unbounded: Bounds = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };

export type Box = Pick<DesignElement, 'x' | 'y' | 'width' | 'height' | 'rotation'>;

/** An upright box that contains the element at any rotation (exact without one), widened by `margin` points. */
export function boxBounds({ x, y, width, height, rotation }: Box, margin = 0): Bounds {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const straight = rotation % 360 === 0;
  const diagonal = Math.hypot(width, height) / 2;
  const halfWidth = (straight ? width / 2 : diagonal) + margin;
  const halfHeight = (straight ? height / 2 : diagonal) + margin;
  return { left: cx - halfWidth, right: cx + halfWidth, top: cy - halfHeight, bottom: cy + halfHeight };
}

/**
 * In stroke widths. The default miter limit of 10 lets a corner extend 5 of them past the path (ISO 32000-1, 8.4.3.5);
 * 6 leaves a margin.
 */
const miterFactor = 6;

/** The bounds of a shape with an outline. */
export function outlinedBounds(element: Box & { stroke: string | null; strokeWidth: number }): Bounds {
  return boxBounds(element, element.stroke === null ? 0 : element.strokeWidth * miterFactor);
}

export function intersects(a: Bounds, b: Bounds): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
