import { numbers, type Point, polar, smoothLoop } from './path-data.ts';

/** One closed guilloche line: a circle whose radius swings `lobes` times between two values, as smooth cubics. */
function wave(inner: number, outer: number, lobes: number, turn: number): string {
  const steps = lobes * 8;
  const point = (index: number): [number, number] => {
    const angle = (2 * Math.PI * index) / steps;
    const radius = (inner + outer) / 2 + ((outer - inner) / 2) * Math.cos(lobes * angle);
    return [radius * Math.cos(angle + turn), radius * Math.sin(angle + turn)];
  };
  const write = (...values: number[]) => values.map((value) => Math.round(value * 100) / 100).join(' ');
  let d = `M${write(...point(0))}`;
  for (let index = 0; index < steps; index += 1) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    d += `C${write(
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    )}`;
  }
  return `${d}Z`;
}

/** `strands` waves around the origin between two radii, turned evenly against each other. */
export function weave(inner: number, outer: number, lobes: number, strands: number): string {
  const period = (2 * Math.PI) / lobes;
  return Array.from({ length: strands }, (_, index) =>
    wave(inner, outer, lobes, (period * index) / strands),
  ).join('');
}

/** As `weave`, in less data: for rosettes up to some 150 points across whose view box is about as wide in units. */
export function lightWeave(inner: number, outer: number, lobes: number, strands: number): string {
  const steps = lobes * 5;
  return Array.from({ length: strands }, (_, strand) => {
    const turn = (2 * Math.PI * strand) / (lobes * strands);
    const points = Array.from({ length: steps }, (__, step) => {
      const angle = (2 * Math.PI * step) / steps;
      return polar(angle + turn, (inner + outer) / 2 + ((outer - inner) / 2) * Math.cos(lobes * angle));
    });
    return smoothLoop(points);
  }).join('');
}

/**
 * A straight guilloche band from a point: strands of a wave of quadratics, each half a wave long and mirrored from the
 * one before. `angle` 0 runs to the right, 90 downwards. The strands start within one wave after the point and are
 * `halves` × `half` long each.
 */
export function waveBand(
  [x, y]: Point,
  band: { angle: 0 | 90; half: number; halves: number; amplitude: number; strands: number },
): string {
  const { angle, half, halves, amplitude, strands } = band;
  const turned = (along: number, across: number) =>
    numbers(angle === 0 ? [along, across] : [across, along], 3);
  let d = '';
  for (let strand = 0; strand < strands; strand += 1) {
    const shift = (2 * half * strand) / strands;
    const start = angle === 0 ? [x + shift, y] : [x, y + shift];
    // The control point is twice as high as the crest of a quadratic.
    const first = `q${turned(half / 2, 2 * amplitude)} ${turned(half, 0)}`;
    d += `M${numbers(start, 3)}${first}${`t${turned(half, 0)}`.repeat(halves - 1)}`;
  }
  return d;
}
