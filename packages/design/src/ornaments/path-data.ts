/** A point of a drawing; x to the right, y downwards. */
export type Point = readonly [x: number, y: number];

/** Numbers as path data, with at most `digits` decimals. */
export function numbers(values: readonly number[], digits = 2): string {
  const unit = 10 ** digits;
  return values
    .map((value) => String(Math.round(value * unit) / unit || 0))
    .reduce((data, next) => (data === '' || next.startsWith('-') ? data + next : `${data} ${next}`), '');
}

/** The point at an angle (radians, clockwise from the right) and distance from a centre. */
export function polar(angle: number, radius: number, [cx, cy]: Point = [0, 0]): Point {
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
}

/** Straight lines through the points, closed unless `open`. */
export function polygon(points: readonly Point[], { open = false, digits = 2 } = {}): string {
  const [first, ...rest] = points.map((point) => numbers(point, digits));
  return `M${first}L${rest.join(' ')}${open ? '' : 'Z'}`;
}

/** A smooth closed curve through the points: Catmull-Rom as relative cubics, rounded without drift. */
export function smoothLoop(points: readonly Point[], digits = 1): string {
  const unit = 10 ** digits;
  const count = points.length;
  const at = (index: number): Point => {
    const [x, y] = points[(index + count) % count] as Point;
    return [Math.round(x * unit) / unit, Math.round(y * unit) / unit];
  };
  let d = `M${numbers(at(0), digits)}c`;
  for (let index = 0; index < count; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const step = [
      (to[0] - before[0]) / 6,
      (to[1] - before[1]) / 6,
      dx - (after[0] - from[0]) / 6,
      dy - (after[1] - from[1]) / 6,
      dx,
      dy,
    ];
    const data = numbers(step, digits);
    d += index === 0 || data.startsWith('-') ? data : ` ${data}`;
  }
  return `${d}Z`;
}

/** A circle of two arcs. */
export function circle([cx, cy]: Point, radius: number, digits = 2): string {
  const r = numbers([radius], digits);
  const across = numbers([2 * radius, 0], digits);
  const back = numbers([-2 * radius, 0], digits);
  return `M${numbers([cx - radius, cy], digits)}a${r} ${r} 0 1 0 ${across}a${r} ${r} 0 1 0${back}Z`;
}
