import { unbounded } from '../bounds.ts';
import { defineElement, fixed, noCost, noImages, none, wholeBox } from '../element-kind.ts';

export const group = defineElement({
  type: 'group',
  ...fixed,
  fonts: none,
  ...noImages,
  children: (element) => element.elements,
  withChildren: (element, elements) => ({ ...element, elements }),
  // Children may lie outside the group's box.
  bounds: () => unbounded,
  cost: noCost,
  problems: none,
  measure: () => wholeBox,
  warnings: none,
  sample: (id) => ({ type: 'group', id, x: 0, y: 0, width: 120, height: 80, elements: [] }),
});
