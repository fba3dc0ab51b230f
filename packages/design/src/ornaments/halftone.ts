import { numbers } from './path-data.ts';

/** Dots of one size: a path of strokes without length, whose round ends are the dots. */
export interface DotSize {
  d: string;
  diameter: number;
}

/**
 * A halftone screen over a box: rows of dots, every second one moved by half a pitch, whose diameter is the `tone` at
 * their place (0 to 1 of the pitch), in `sizes` steps. Smaller dots than a step are left out.
 */
export function halftone(
  { width, height, pitch, sizes }: { width: number; height: number; pitch: number; sizes: number },
  tone: (x: number, y: number) => number,
): DotSize[] {
  const paths = Array.from({ length: sizes }, () => '');
  const rise = (pitch * Math.sqrt(3)) / 2;
  for (let row = 0; row * rise <= height; row += 1) {
    for (let x = row % 2 === 0 ? 0 : pitch / 2; x <= width; x += pitch) {
      const size = Math.round(Math.min(1, tone(x, row * rise)) * sizes) - 1;
      if (size < 0) continue;
      paths[size] += `M${numbers([x, row * rise], 1)}h.01`;
    }
  }
  return paths.flatMap((d, size) => (d === '' ? [] : [{ d, diameter: (pitch * (size + 1)) / sizes }]));
}
