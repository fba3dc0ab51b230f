import { polygon } from './path-data.ts';

/**
 * The parts of a ribbon with folded ends in a box: the swallow-tailed ends behind, the shaded folds and the front, on
 * which a text can lie. `fold` is how far the ends hang below the front.
 */
export function ribbonParts(width: number, height: number): { ends: string; folds: string; front: string } {
  const fold = height * 0.2;
  const tail = Math.min(height * 1.15, width * 0.14);
  const [inner, cut] = [tail * 0.62, tail * 0.34];
  const front = height - fold;
  const mirrored = (points: [number, number][]) => points.map(([x, y]): [number, number] => [width - x, y]);
  const end: [number, number][] = [
    [0, fold],
    [tail, fold],
    [tail, height],
    [0, height],
    [cut, (fold + height) / 2],
  ];
  const folded: [number, number][] = [
    [inner, front],
    [tail, front],
    [tail, height],
  ];
  return {
    ends: polygon(end) + polygon(mirrored(end)),
    folds: polygon(folded) + polygon(mirrored(folded)),
    front: polygon([
      [inner, 0],
      [width - inner, 0],
      [width - inner, front],
      [inner, front],
    ]),
  };
}

/** The two tails that hang from a seal: of a box of 60 × 70, with the seal's centre in the middle of the top. */
export const sealTails =
  polygon([
    [30, 0],
    [27, 66],
    [15.5, 58],
    [5, 68],
    [12, 0],
  ]) +
  polygon([
    [30, 0],
    [33, 66],
    [44.5, 58],
    [55, 68],
    [48, 0],
  ]);
