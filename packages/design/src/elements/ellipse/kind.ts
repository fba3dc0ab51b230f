import { defineElement } from '../element-kind.ts';
import { shape } from '../shape.ts';

export const ellipse = defineElement({
  type: 'ellipse',
  ...shape,
  sample: (id) => ({ type: 'ellipse', id, x: 0, y: 0, width: 120, height: 80, fill: '#d9d4ca' }),
});
