import type { ImageElement } from '@sello/contracts';
import type { ImageWindow, PlacedImage } from '@sello/design';
import { ellipsePath, rectanglePath } from './outlines.ts';
import type { CanvasPainter, Context, LoadedImage } from './painter.ts';

function windowPath({ left, top, width, height, mask }: ImageWindow): Path2D {
  if (mask.shape === 'ellipse') {
    return ellipsePath(left + width / 2, top + height / 2, width / 2, height / 2);
  }
  return rectanglePath(left, top, width, height, mask.shape === 'rounded' ? mask.radius : 0);
}

/** Draws a placed image, clipped to its window if it has one. */
export function paintImage(
  ctx: Context,
  { picture }: LoadedImage,
  { left, bottom, width, height, flip, window }: PlacedImage,
): void {
  ctx.save();
  if (window) ctx.clip(windowPath(window));
  ctx.translate(left + width / 2, bottom - height / 2);
  ctx.scale(flip.horizontal ? -1 : 1, flip.vertical ? -1 : 1);
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture, -width / 2, -height / 2, width, height);
  ctx.restore();
}

export const image: CanvasPainter<ImageElement, PlacedImage> = {
  paint({ source }, placed, { ctx, image: load }) {
    const loaded = load(source);
    if (loaded) paintImage(ctx, loaded, placed);
  },
};
