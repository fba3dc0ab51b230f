import { type Point, polar, smoothLoop } from './path-data.ts';

/** A hill of a relief: its contour lines are loops around a peak that grow smoother outwards. */
export interface Hill {
  peak: Point;
  /** Number of lines, and the distance between two. */
  lines: number;
  gap: number;
  /** Strength and phases of its irregularity: the sum of three waves around the peak. */
  swing: readonly [number, number, number];
  phase: number;
}

/** The contour lines of a hill as path data, like a map's. */
export function contours({ peak, lines, gap, swing, phase }: Hill): string {
  const [two, three, five] = swing;
  return Array.from({ length: lines }, (_, index) => {
    const radius = gap * (index + 0.7);
    // Outer lines turn a little against inner ones, so that the slopes are not all alike.
    const turn = phase + index * 0.045;
    const points = Array.from({ length: 26 }, (__, step) => {
      const angle = (2 * Math.PI * step) / 26;
      const form =
        1 +
        two * Math.cos(2 * angle + turn) +
        three * Math.cos(3 * angle - 1.7 * turn) +
        five * Math.cos(5 * angle + 2.3 * turn);
      return polar(angle, radius * form, peak);
    });
    return smoothLoop(points);
  }).join('');
}
