import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once, then once for all that was asked meanwhile', () => {
  const run = vi.fn();
  const often = atMostEvery(3_000, run);
  often.ask();
  expect(run).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 200; count++) often.ask();
  vi.advanceTimersByTime(2_999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(3_000);
  expect(run).toHaveBeenCalledTimes(2);
  often.ask();
  expect(run).toHaveBeenCalledTimes(3);
  often.ask();
  often.stop();
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(3);
});
