import type { ImageElement } from '@sello/contracts';
import { placeImage } from '@sello/design';

/** Pixels per inch with which an image is printed, in the direction in which it has fewer. */
export function resolutionOf(
  element: Pick<ImageElement, 'width' | 'height' | 'fit' | 'crop' | 'mask' | 'flip'>,
  size: { width: number; height: number },
): number {
  const placed = placeImage(element, size, element);
  return Math.min(size.width / placed.width, size.height / placed.height) * 72;
}

type Crop = ImageElement['crop'];

/** How much a crop enlarges an image; 1 = all of it is seen in one direction. */
export const zoomOf = ({ width, height }: Crop): number => 1 / Math.max(width, height);

const within = (value: number, most: number): number => Math.min(Math.max(0, value), most);

/** The crop of another enlargement, about the same middle. */
export function zoomed(crop: Crop, zoom: number): Crop {
  const factor = zoomOf(crop) / Math.max(1, zoom);
  const [width, height] = [crop.width, crop.height].map((side) => Math.max(side * factor, 0.001)) as [
    number,
    number,
  ];
  const x = within(crop.x + (crop.width - width) / 2, 1 - width);
  const y = within(crop.y + (crop.height - height) / 2, 1 - height);
  return { x, y, width, height };
}

/** The crop with one of its edges elsewhere; it stays within the image. */
export function cropWith(crop: Crop, name: keyof Crop, value: number): Crop {
  const next = { ...crop, [name]: value };
  const width = Math.min(Math.max(next.width, 0.001), 1);
  const height = Math.min(Math.max(next.height, 0.001), 1);
  return { x: within(next.x, 1 - width), y: within(next.y, 1 - height), width, height };
}
