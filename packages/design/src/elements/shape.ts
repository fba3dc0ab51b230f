import { outlinedBounds } from './bounds.ts';
import { fixed, leaf, noCost, noImages, none, wholeBox } from './element-kind.ts';
import { boxDashProblems } from './outline.ts';

/** Members that rectangle, ellipse and line share: they are drawn as their box, filled or stroked. */
export const shape = {
  ...fixed,
  fonts: none,
  ...noImages,
  ...leaf,
  bounds: outlinedBounds,
  cost: noCost,
  problems: boxDashProblems,
  measure: () => wholeBox,
  warnings: none,
};
