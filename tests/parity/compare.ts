import pixelmatch from 'pixelmatch';
import type { Pixels } from '../../web/scripts/canvas/ink.ts';

export interface Difference {
  /** Of all pixels, those that differ: threshold 0.1, anti-aliasing ignored. */
  share: number;
  /** The picture of what differs, RGBA. */
  picture: Uint8Array;
}

/** Compares two pictures of one page. Throws RangeError for pictures of two sizes. */
export function difference(a: Pixels, b: Pixels): Difference {
  const { width, height } = a;
  if (width !== b.width || height !== b.height) {
    throw new RangeError(`${width} × ${height} and ${b.width} × ${b.height} pixels`);
  }
  const picture = new Uint8Array(width * height * 4);
  const count = pixelmatch(a.rgba, b.rgba, picture, width, height, { threshold: 0.1, includeAA: false });
  return { share: count / (width * height), picture };
}
