import { expect, it } from 'vitest';
import { dragged, wholePicture } from './crop.ts';

const part = { x: 0.2, y: 0.3, width: 0.5, height: 0.4 };

it('a frame is moved as it is, and stops at the edges of the picture', () => {
  expect(dragged(part, { x: 0, y: 0 }, 0.1, -0.1)).toEqual({ x: 0.3, y: 0.2, width: 0.5, height: 0.4 });
  expect(dragged(part, { x: 0, y: 0 }, 9, -9)).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.4 });
});

it('an edge is moved alone, and not past the one opposite or out of the picture', () => {
  expect(dragged(part, { x: 1, y: 0 }, 0.1, 0.1)).toEqual({ ...part, width: 0.6 });
  expect(dragged(part, { x: -1, y: -1 }, -0.1, 0.1)).toEqual({ x: 0.1, y: 0.4, width: 0.6, height: 0.3 });
  expect(dragged(part, { x: -1, y: 0 }, 9, 0)).toEqual({ ...part, x: 0.69, width: 0.01 });
  expect(dragged(part, { x: 1, y: 1 }, 9, 9)).toEqual({ x: 0.2, y: 0.3, width: 0.8, height: 0.7 });
  expect(dragged(wholePicture, { x: -1, y: 0 }, -1, 0)).toEqual(wholePicture);
});
