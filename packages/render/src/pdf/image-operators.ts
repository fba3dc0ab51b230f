import type { ImageWindow, PlacedImage } from '@sello/design';
import type { Frame, NamedImage } from './content.ts';
import { uprightMatrices } from './orientation.ts';
import { ellipsePath, rectanglePath } from './outlines.ts';
import { real } from './syntax.ts';

/** The operators that draw a placed image in its box, clipped to its window if it has one. */
export function imageOperators(
  image: Pick<NamedImage, 'name' | 'orientation'>,
  frame: Frame,
  { left, bottom, width, height, flip, window }: PlacedImage,
): string {
  const clip = window ? `${windowPath(window, frame)} W n\n` : '';
  const orientation = image.orientation === 1 ? '' : ` ${uprightMatrices[image.orientation]?.join(' ')} cm`;
  const [x, y] = [frame.x + left, frame.y - bottom];
  const across = flip.horizontal ? `${real(-width)} 0` : `${real(width)} 0`;
  const up = flip.vertical ? `0 ${real(-height)}` : `0 ${real(height)}`;
  const corner = `${real(flip.horizontal ? x + width : x)} ${real(flip.vertical ? y + height : y)}`;
  return `q\n${clip}${across} ${up} ${corner} cm${orientation} /${image.name} Do\nQ`;
}

function windowPath({ left, top, width, height, mask }: ImageWindow, frame: Frame): string {
  const corner = { x: frame.x + left, y: frame.y - top };
  if (mask.shape === 'ellipse')
    return ellipsePath(corner.x + width / 2, corner.y - height / 2, width / 2, height / 2);
  const radius = mask.shape === 'rounded' ? Math.min(mask.radius, width / 2, height / 2) : 0;
  return rectanglePath(corner, width, height, radius);
}
