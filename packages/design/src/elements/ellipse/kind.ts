import { outlinedBounds } from '../bounds.ts';
import { defineElement, fixed, leaf, noCost, noImages, none, wholeBox } from '../element-kind.ts';
import { boxDashProblems } from '../outline.ts';

export const ellipse = defineElement({
  type: 'ellipse',
  ...fixed,
  fonts: none,
  ...noImages,
  ...leaf,
  bounds: outlinedBounds,
  cost: noCost,
  problems: boxDashProblems,
  measure: () => wholeBox,
  warnings: none,
  sample: (id) => ({ type: 'ellipse', id, x: 0, y: 0, width: 120, height: 80, fill: '#d9d4ca' }),
});
