import { defineElement } from '../element-kind.ts';
import { shape } from '../shape.ts';

export const line = defineElement({
  type: 'line',
  ...shape,
  sample: (id) => ({ type: 'line', id, x: 0, y: 0, width: 160, height: 1 }),
});
