import type { ImageElement } from '@sello/contracts';
import type { ImageSize } from '../element-kind.ts';

/** Position of an image, in points from the top left corner of its box, y downwards. It may extend past the box. */
export interface PlacedImage {
  left: number;
  /** Distance of the lower edge from the top of the box. */
  bottom: number;
  width: number;
  height: number;
  /** Whether it is clipped to the box. */
  clipped: boolean;
}

/** Centres an image in a box. `contain`, `cover` and `stretch` are CSS `object-fit` contain, cover and fill. */
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
    clipped: fit === 'cover',
  };
}
