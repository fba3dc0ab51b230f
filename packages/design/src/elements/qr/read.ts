import decodeQR from 'qr/decode.js';

/** An image of RGBA pixels, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** One symbol may take this long, ms. */
const timeLimit = 400;
/** A picture of a wall of codes is no certificate. */
const mostCodes = 12;

/**
 * The contents of the QR codes (ISO/IEC 18004) in an image, at most a dozen. Each code that was read is painted over in
 * `pixels`, so that the next one is found.
 */
export function readQrCodes(pixels: Pixels): string[] {
  const found: string[] = [];
  while (found.length < mostCodes) {
    let box: { x: number; y: number; width: number; height: number } | undefined;
    try {
      const text = decodeQR(pixels, {
        format: 'RGBA',
        timeLimit,
        pointsOnDetect: ({ boundingBox }) => {
          box = boundingBox;
        },
      });
      if (text) found.push(text);
    } catch {
      // Also thrown when there is none. One that is damaged is painted over as well: another may be behind it.
      if (!box) return found;
    }
    if (!box || !paintOver(pixels, box)) return found;
  }
  return found;
}

/** Returns false when the place is outside of the image, so that nothing would change. */
function paintOver(
  { width, height, data }: Pixels,
  box: { x: number; y: number; width: number; height: number },
): boolean {
  const left = Math.max(0, Math.floor(box.x));
  const right = Math.min(width, Math.ceil(box.x + box.width));
  const top = Math.max(0, Math.floor(box.y));
  const bottom = Math.min(height, Math.ceil(box.y + box.height));
  if (left >= right || top >= bottom) return false;
  for (let row = top; row < bottom; row++)
    data.fill(255, (row * width + left) * 4, (row * width + right) * 4);
  return true;
}
