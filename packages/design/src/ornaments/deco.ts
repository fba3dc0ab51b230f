import { numbers, type Point, polar, polygon } from './path-data.ts';

/** A rectangle whose corners are cut in `steps` square steps, `inset` from the edges of a page. */
export function steppedFrame(
  width: number,
  height: number,
  inset: number,
  steps: number,
  step: number,
): string {
  // One corner, from the left edge to the top edge.
  const corner: Point[] = [];
  for (let index = 0; index <= steps; index += 1) {
    corner.push([inset + index * step, inset + (steps - index) * step]);
    if (index < steps) corner.push([inset + (index + 1) * step, inset + (steps - index) * step]);
  }
  const across = (points: readonly Point[]) => points.map(([x, y]): Point => [width - x, y]).reverse();
  const down = (points: readonly Point[]) => points.map(([x, y]): Point => [x, height - y]).reverse();
  const top = [...corner, ...across(corner)];
  return polygon([...top, ...down(top)]);
}

/** Rays between two radii over an arc of angles in degrees, clockwise from the right. */
export function rays(
  centre: Point,
  inner: number,
  outer: number,
  from: number,
  to: number,
  count: number,
): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((from + ((to - from) * index) / (count - 1)) * Math.PI) / 180;
    return `M${numbers(polar(angle, inner, centre))}L${numbers(polar(angle, outer, centre))}`;
  }).join('');
}

/** An open arc of a circle between two angles in degrees, clockwise from the right; at most half a circle. */
export function arc(centre: Point, radius: number, from: number, to: number): string {
  const at = (degrees: number) => numbers(polar((degrees * Math.PI) / 180, radius, centre));
  return `M${at(from)}A${numbers([radius, radius])} 0 0 1 ${at(to)}`;
}

/** The fans in the four corners of a frame: quarter circles and the rays between them, `inset` from the page's edges. */
export function cornerFans(width: number, height: number, inset: number, radius: number): string {
  const corners: [Point, number][] = [
    [[inset, inset], 0],
    [[width - inset, inset], 90],
    [[width - inset, height - inset], 180],
    [[inset, height - inset], 270],
  ];
  return corners
    .map(
      ([centre, turn]) =>
        arc(centre, radius, turn, turn + 90) +
        arc(centre, radius * 0.86, turn, turn + 90) +
        arc(centre, radius * 0.36, turn, turn + 90) +
        rays(centre, radius * 0.36, radius * 0.86, turn, turn + 90, 9),
    )
    .join('');
}
