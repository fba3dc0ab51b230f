import type { ImageElement } from '@sello/contracts';

/** The visible part of a picture, in fractions of it. */
export type Crop = ImageElement['crop'];

export const wholePicture: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** The least part that the schema takes, with room for rounding. */
const least = 0.01;

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** A part that lies within the picture, moved before it is made smaller. */
function tidyCrop({ x, y, width, height }: Crop): Crop {
  const [w, h] = [within(width, least, 1), within(height, least, 1)];
  return {
    ...{ x: rounded(within(x, 0, 1 - w)), y: rounded(within(y, 0, 1 - h)) },
    ...{ width: rounded(w), height: rounded(h) },
  };
}

/** The edges of a frame that a drag moves: −1 left or top, 1 right or bottom, 0 neither; both 0 move all of it. */
export interface Grip {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

/** The part after a drag by fractions of the picture. */
export function dragged(crop: Crop, { x, y }: Grip, dx: number, dy: number): Crop {
  if (x === 0 && y === 0) return tidyCrop({ ...crop, x: crop.x + dx, y: crop.y + dy });
  const along = (side: -1 | 0 | 1, from: number, size: number, by: number): [number, number] => {
    if (side === 0) return [from, size];
    if (side === 1) return [from, within(size + by, least, 1 - from)];
    const start = within(from + by, 0, from + size - least);
    return [start, from + size - start];
  };
  const [left, width] = along(x, crop.x, crop.width, dx);
  const [top, height] = along(y, crop.y, crop.height, dy);
  return tidyCrop({ x: left, y: top, width, height });
}
