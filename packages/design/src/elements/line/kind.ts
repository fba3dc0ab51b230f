import { defineElement, fixed, leaf, none, weightless, wholeBox } from '../element-kind.ts';
import { outlinedReach } from '../reach.ts';

export const line = defineElement({
  type: 'line',
  ...fixed,
  fonts: none,
  assets: none,
  ...leaf,
  reach: outlinedReach,
  weight: weightless,
  problems: none,
  measure: () => wholeBox,
  remarks: none,
  sample: (id) => ({ type: 'line', id, x: 0, y: 0, width: 160, height: 1 }),
});
