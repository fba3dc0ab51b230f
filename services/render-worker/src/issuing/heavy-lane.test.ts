import { expect, it } from 'vitest';
import { createHeavyLane, sliceMs } from './heavy-lane.ts';

it('is one chunk’s at a time, for a slice', () => {
  let now = 0;
  const lane = createHeavyLane(() => now);
  const first = lane.enter();
  expect(first?.isOpen()).toBe(true);
  expect(lane.enter()).toBeUndefined();
  now = sliceMs;
  expect(first?.isOpen()).toBe(false);
  // Over, but a certificate of it may still be under way.
  expect(lane.enter()).toBeUndefined();
  first?.end();
  const second = lane.enter();
  expect(second?.isOpen()).toBe(true);
  first?.end();
  expect(second?.isOpen()).toBe(true);
  expect(lane.enter()).toBeUndefined();
});
