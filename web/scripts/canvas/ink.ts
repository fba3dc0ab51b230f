/** The pixels of a page, RGBA, row by row. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array | Uint8ClampedArray;
}

/** Where a page is not white, in points. */
export interface InkBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A channel darker than white by less is no ink: the last trace of anti-aliasing. */
const faintest = 40;

export function inkBox({ width, height, rgba }: Pixels, scale: number): InkBox | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const darkest = Math.min(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
      if (darkest > 255 - faintest) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  if (right < 0) return null;
  return { left: left / scale, top: top / scale, right: (right + 1) / scale, bottom: (bottom + 1) / scale };
}

/** The largest distance between two edges of ink in points; infinite where one has ink and the other none. */
export function inkDistance(a: InkBox | null, b: InkBox | null): number {
  if (!a && !b) return 0;
  if (!a || !b) return Number.POSITIVE_INFINITY;
  return Math.max(
    ...(['left', 'top', 'right', 'bottom'] as const).map((edge) => Math.abs(a[edge] - b[edge])),
  );
}
