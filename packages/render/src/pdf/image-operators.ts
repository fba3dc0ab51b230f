import type { PlacedImage } from '@sello/design';
import type { Frame, Resources } from './content.ts';
import { uprightMatrices } from './orientation.ts';
import { rectanglePath } from './outlines.ts';
import { real } from './syntax.ts';

/** Draws an image where it was placed in a box; what lies outside the box is cut when the placing says so. */
export function imageOperators(
  resources: Pick<Resources, 'image'>,
  assetId: string,
  frame: Frame,
  box: { width: number; height: number },
  { left, bottom, width, height, clipped }: PlacedImage,
): string {
  const image = resources.image(assetId);
  const clip = clipped ? `${rectanglePath(frame, box.width, box.height, 0)} W n\n` : '';
  const turn = image.orientation === 1 ? '' : ` ${uprightMatrices[image.orientation]?.join(' ')} cm`;
  const matrix = `${real(width)} 0 0 ${real(height)} ${real(frame.x + left)} ${real(frame.y - bottom)} cm`;
  return `q\n${clip}${matrix}${turn} /${image.name} Do\nQ`;
}
