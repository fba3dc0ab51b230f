import { defineElement } from '../element-kind.ts';
import { shape } from '../shape.ts';

export const rectangle = defineElement({
  type: 'rectangle',
  ...shape,
  sample: (id) => ({ type: 'rectangle', id, x: 0, y: 0, width: 120, height: 80, fill: '#d9d4ca' }),
});
