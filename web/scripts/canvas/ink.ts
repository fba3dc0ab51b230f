/** The pixels of a page, RGBA, row by row. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array | Uint8ClampedArray;
}

/** Where a page is not white, in points. */
interface InkBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Ink is what is at least so dark as a share of the darkest: pale elements have edges as well. Of two drawings a part that is
 * just as dark may be ink in one and not in the other, which is no distance, so that there are several limits.
 */
const faintest = [0.2, 0.25, 0.3] as const;
/** A channel darker than white by less is paper. */
const paper = 5;

/** Where a page has ink, at each limit; null for an empty one. */
export type Ink = readonly (InkBox | null)[];

/** `scale` in pixels per point. */
export const inkOf = (pixels: Pixels, scale: number): Ink =>
  faintest.map((share) => inkBox(pixels, scale, share));

function inkBox({ width, height, rgba }: Pixels, scale: number, share: number): InkBox | null {
  const darkness = (at: number) => 255 - Math.min(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
  let darkest = 0;
  for (let at = 0; at < rgba.length; at += 4) darkest = Math.max(darkest, darkness(at));
  const least = Math.max(paper, darkest * share);
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

/** The largest distance between two edges of ink in points, at the limit at which it is smallest. */
export const inkDistance = (a: Ink, b: Ink): number =>
  Math.min(...a.map((box, limit) => boxDistance(box, b[limit] ?? null)));

/** Infinite where one has ink and the other none. */
function boxDistance(a: InkBox | null, b: InkBox | null): number {
  if (!a && !b) return 0;
  if (!a || !b) return Number.POSITIVE_INFINITY;
  return Math.max(
    ...(['left', 'top', 'right', 'bottom'] as const).map((edge) => Math.abs(a[edge] - b[edge])),
  );
}
