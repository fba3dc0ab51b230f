import type { ImageElement } from '@sello/contracts';
import type { ImageSize } from '../element-kind.ts';

/** Where a whole image lies, in points from the top left corner of its box; what is beyond the box may be cut. */
export interface PlacedImage {
  left: number;
  /** The lower edge, downwards from the top of the box. */
  bottom: number;
  width: number;
  height: number;
  /** Whether it is cut at the box. */
  cut: boolean;
}

/** Puts an image into the middle of a box: all of it, filling it, or stretched. */
export function placeImage(box: ImageSize, image: ImageSize, fit: ImageElement['fit']): PlacedImage {
  const scales = [box.width / image.width, box.height / image.height] as const;
  const scale = fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
  const width = fit === 'stretch' ? box.width : image.width * scale;
  const height = fit === 'stretch' ? box.height : image.height * scale;
  return {
    left: (box.width - width) / 2,
    bottom: (box.height + height) / 2,
    width,
    height,
    cut: fit === 'cover',
  };
}
