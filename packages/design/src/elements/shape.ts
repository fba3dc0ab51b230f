import { outlinedBounds } from './bounds.ts';
import { fixed, leaf, noCost, noImages, none, wholeBox } from './element-kind.ts';
import { boxDashProblems } from './outline.ts';

/** What rectangle, ellipse and line have in common: they are drawn as their box, filled or outlined. */
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
