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

/** All of a pixel that is white, RGBA. */
const white = 0xff_ff_ff_ff;

/**
 * `scale` in pixels per point. Most of a page is white, which is seen of four bytes at once, and all limits are found in one
 * reading: pages of millions of pixels are read by the hundred.
 */
export function inkOf({ width, height, rgba }: Pixels, scale: number): Ink {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const darkness = (at: number) => 255 - Math.min(rgba[4 * at]!, rgba[4 * at + 1]!, rgba[4 * at + 2]!);
  let darkest = 0;
  for (let at = 0; at < pixels.length; at += 1)
    if (pixels[at] !== white) darkest = Math.max(darkest, darkness(at));
  // From the least dark: a pixel that is below one limit is below the others.
  const limits = faintest.map((share) => ({
    least: Math.max(paper, darkest * share),
    ...{ left: width, top: height, right: -1, bottom: -1 },
  }));
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (pixels[at] === white) continue;
      const dark = darkness(at);
      for (const limit of limits) {
        if (dark < limit.least) break;
        if (x < limit.left) limit.left = x;
        if (x > limit.right) limit.right = x;
        if (y < limit.top) limit.top = y;
        limit.bottom = y;
      }
    }
  }
  return limits.map(({ left, top, right, bottom }) =>
    right < 0
      ? null
      : { left: left / scale, top: top / scale, right: (right + 1) / scale, bottom: (bottom + 1) / scale },
  );
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
