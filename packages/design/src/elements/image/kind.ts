import { boxBounds } from '../bounds.ts';
import { defineElement, fixed, leaf, noCost, none } from '../element-kind.ts';
import { placeImage } from './place.ts';

export const image = defineElement({
  type: 'image',
  ...fixed,
  fonts: none,
  assets: (element) => [element.assetId],
  ...leaf,
  bounds: (element) => boxBounds(element),
  // An image is decoded once per template, not per certificate.
  cost: noCost,
  problems: none,
  measure: (element, context) => ({
    layout: placeImage(element, context.image(element.assetId), element.fit),
    problems: [],
  }),
  warnings: none,
  sample: (id) => ({ type: 'image', id, x: 0, y: 0, width: 160, height: 120, assetId: 'none' }),
});
