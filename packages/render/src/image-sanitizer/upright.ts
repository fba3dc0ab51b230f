import type { Pixels } from './jpeg-codec.ts';

/** Rotates and mirrors pixels of the given orientation (Exif 2.32, tag 274) to orientation 1. */
export function upright(pixels: Pixels, orientation: number): Pixels {
  if (orientation === 1) return pixels;
  const { width, height, rgba } = pixels;
  const isTurned = orientation >= 5;
  const [wide, high] = isTurned ? [height, width] : [width, height];
  const from = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const [column, row] = source(orientation, x, y, wide, high);
      to[y * wide + x] = from[row * width + column] as number;
    }
  }
  return { width: wide, height: high, rgba: new Uint8Array(to.buffer) };
}

/** The position in the stored image of a pixel of the upright one. */
function source(orientation: number, x: number, y: number, wide: number, high: number): [number, number] {
  switch (orientation) {
    case 2:
      return [wide - 1 - x, y];
    case 3:
      return [wide - 1 - x, high - 1 - y];
    case 4:
      return [x, high - 1 - y];
    case 5:
      return [y, x];
    case 6:
      return [y, wide - 1 - x];
    case 7:
      return [high - 1 - y, wide - 1 - x];
    default:
      return [high - 1 - y, x];
  }
}
