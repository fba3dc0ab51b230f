import type { ImageElement } from '@sello/contracts';
import { uprightMatrices } from '../pdf/orientation.ts';
import { real } from '../pdf/syntax.ts';
import type { Frame, Paint, Resources } from './paint.ts';
import { rectanglePath } from './shapes.ts';

/** Draws an image into a box: all of it, filling it, or stretched. What lies outside the box is cut. */
export function imageOperators(
  resources: Resources,
  assetId: string,
  frame: Frame,
  box: { width: number; height: number },
  fit: ImageElement['fit'],
): string {
  const image = resources.image(assetId);
  const scales = [box.width / image.width, box.height / image.height] as const;
  const scale = fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
  const width = fit === 'stretch' ? box.width : image.width * scale;
  const height = fit === 'stretch' ? box.height : image.height * scale;
  const x = frame.x + (box.width - width) / 2;
  const y = frame.y - (box.height + height) / 2;
  const clip = fit === 'cover' ? `${rectanglePath(frame, box.width, box.height, 0)} W n\n` : '';
  const turn = image.orientation === 1 ? '' : ` ${uprightMatrices[image.orientation]?.join(' ')} cm`;
  return `q\n${clip}${real(width)} 0 0 ${real(height)} ${real(x)} ${real(y)} cm${turn} /${image.name} Do\nQ`;
}

export const paintImage: Paint<ImageElement> = (element, frame, { resources }) =>
  imageOperators(resources, element.assetId, frame, element, element.fit);
