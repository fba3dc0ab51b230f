import { hasVariables } from '../../contents.ts';
import { boxBounds } from '../bounds.ts';
import { defineElement, leaf, noCost, none } from '../element-kind.ts';
import { placeImage } from './place.ts';

export const image = defineElement({
  type: 'image',
  texts: (element) => [element.alt],
  fill: (element, print) => ({ ...element, alt: print(element.alt) }),
  varies: (element) => element.source.kind === 'variable' || hasVariables(element.alt),
  fonts: none,
  assets: ({ source }) => (source.kind === 'asset' ? [source.assetId] : []),
  imageVariables: ({ source }) => (source.kind === 'variable' ? [source.name] : []),
  ...leaf,
  bounds: (element) => boxBounds(element),
  // An image is decoded once per template, not per certificate.
  cost: noCost,
  problems: none,
  measure(element, context) {
    const image = context.image(element.source);
    return image && { layout: placeImage(element, image, element), problems: [] };
  },
  warnings: none,
  sample: (id) => ({
    ...{ type: 'image', id, x: 0, y: 0, width: 160, height: 120 },
    source: { kind: 'asset', assetId: 'none' },
  }),
});
