import type { ImageElement } from '@sello/contracts';
import type { PlacedImage } from '@sello/design';
import { imageOperators } from '../pdf/image-operators.ts';
import { described, never, noPassage, nothing, type Painter } from './painter.ts';

export const image: Painter<ImageElement, PlacedImage> = {
  prepare: nothing,
  changesState: never,
  overlaps: ({ source }, resources) => resources.image(source)?.isForm === true,
  passage: noPassage,
  reading: described,
  paint(element, placed, frame, { resources }) {
    const image = resources.image(element.source);
    return image ? imageOperators(image, frame, placed) : '';
  },
};
