import type { ImageElement } from '@sello/contracts';
import type { ImageSize } from '../element-kind.ts';

/** The visible area of an image, in points from the top left corner of its box. */
export interface ImageWindow {
  left: number;
  top: number;
  width: number;
  height: number;
  mask: ImageElement['mask'];
}

/** The placement of a whole image, in points from the top left corner of its box. */
export interface PlacedImage {
  left: number;
  /** The distance of the bottom edge from the top of the box. */
  bottom: number;
  width: number;
  height: number;
  flip: ImageElement['flip'];
  /** The clipping area; null = the whole image is visible. */
  window: ImageWindow | null;
}

type ImageStyle = Pick<ImageElement, 'fit' | 'crop' | 'mask' | 'flip'>;

/** The style of a page background: uncropped, scaled to cover the box, centred. */
export const coverStyle: ImageStyle = {
  fit: 'cover',
  crop: { x: 0, y: 0, width: 1, height: 1 },
  mask: { shape: 'rectangle' },
  flip: { horizontal: false, vertical: false },
};

/** Centres the cropped part of an image in a box according to `fit`. Sizes of `box` in points, of `image` in pixels. */
export function placeImage(
  box: ImageSize,
  image: ImageSize,
  { fit, crop, mask, flip }: ImageStyle,
): PlacedImage {
  const part = { width: image.width * crop.width, height: image.height * crop.height };
  const scales = [box.width / part.width, box.height / part.height] as const;
  const scale = fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
  const width = fit === 'stretch' ? box.width : part.width * scale;
  const height = fit === 'stretch' ? box.height : part.height * scale;
  const [left, bottom] = [(box.width - width) / 2, (box.height + height) / 2];
  const whole = { width: width / crop.width, height: height / crop.height };
  // Flipping mirrors the cropped part and does not change which part is cropped.
  const before = flip.horizontal ? 1 - crop.x - crop.width : crop.x;
  const below = flip.vertical ? crop.y : 1 - crop.y - crop.height;
  const isCut = fit === 'cover' || crop.width < 1 || crop.height < 1 || mask.shape !== 'rectangle';
  return {
    left: left - before * whole.width,
    bottom: bottom + below * whole.height,
    ...whole,
    flip,
    window: isCut ? { ...windowOf(box, { left, bottom, width, height }), mask } : null,
  };
}

/** The part of the placed crop that lies within the box. */
function windowOf(
  box: ImageSize,
  { left, bottom, width, height }: { left: number; bottom: number; width: number; height: number },
): Omit<ImageWindow, 'mask'> {
  return {
    left: Math.max(0, left),
    top: Math.max(0, bottom - height),
    width: Math.min(box.width, width),
    height: Math.min(box.height, height),
  };
}
