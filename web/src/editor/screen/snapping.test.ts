import { expect, it } from 'vitest';
import { createStore } from '../../state/store.ts';
import type { SnapSpace } from '../model/index.ts';
import { firstView } from '../session/view-state.ts';
import { snappingOf } from './snapping.ts';

const step = (5 * 72) / 25.4;
const space: SnapSpace = {
  others: [],
  page: { width: 842, height: 595 },
  guides: [{ axis: 'x', position: 101 }],
  tolerance: 4,
};
const box = { x: 100, y: 200, width: 50, height: 20, rotation: 0 };
const bounds = { left: 100, top: 200, right: 150, bottom: 220 };
const snapping = (view: { isSnapping: boolean; isOnGrid: boolean }) =>
  snappingOf({ view: createStore({ ...firstView, ...view }) });

it('snaps to nothing when both switches are off', () => {
  expect(snapping({ isSnapping: false, isOnGrid: false }).move([box], space)).toEqual({
    ...{ dx: 0, dy: 0, lines: [] },
  });
});

it('moves from one line of the 5 mm grid to the next', () => {
  const { dx, dy } = snapping({ isSnapping: false, isOnGrid: true }).move([box], space);
  expect((100 + dx) / step).toBeCloseTo(Math.round(100 / step), 9);
  expect((200 + dy) / step).toBeCloseTo(Math.round(200 / step), 9);
});

it('goes to a guide that is near rather than to the grid, on that axis alone', () => {
  const { dx, dy } = snapping({ isSnapping: true, isOnGrid: true }).move([box], space);
  expect(dx).toBe(1);
  expect((200 + dy) / step).toBeCloseTo(Math.round(200 / step), 9);
});

it('sizes by the grid, without an edge that passes the one opposite', () => {
  const sized = snapping({ isSnapping: false, isOnGrid: true });
  const right = sized.resize(bounds, { x: 'right', y: null }, space);
  expect([(150 + right.dx) % step < 1e-6 || (150 + right.dx) % step > step - 1e-6, right.dy]).toEqual([
    true,
    0,
  ]);
  const thin = { ...bounds, left: 5 * step + 0.5, right: 5 * step + 6 };
  expect(sized.resize(thin, { x: 'right', y: null }, space).dx).toBe(0);
});
