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

/** Ink is what is at least so dark as a share of the darkest: pale elements have edges as well. */
const faintest = 0.25;
/** A channel darker than white by less is paper. */
const paper = 5;

/** Where a page has ink; null for an empty one. `scale` in pixels per point. */
export function inkBox({ width, height, rgba }: Pixels, scale: number): InkBox | null {
  const darkness = (at: number) => 255 - Math.min(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
  let darkest = 0;
  for (let at = 0; at < rgba.length; at += 4) darkest = Math.max(darkest, darkness(at));
  const least = Math.max(paper, darkest * faintest);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if (darkness(at) < least) continue;
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
