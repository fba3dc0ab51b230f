import { outlinedBounds } from '../bounds.ts';
import { defineElement, fixed, leaf, noCost, noImages, none, wholeBox } from '../element-kind.ts';
import { boxDashProblems } from '../outline.ts';

export const line = defineElement({
  type: 'line',
  ...fixed,
  fonts: none,
  ...noImages,
  ...leaf,
  bounds: outlinedBounds,
  cost: noCost,
  problems: boxDashProblems,
  measure: () => wholeBox,
  warnings: none,
  sample: (id) => ({ type: 'line', id, x: 0, y: 0, width: 160, height: 1 }),
});
