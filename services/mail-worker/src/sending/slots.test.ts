import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSlots } from './slots.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());
const never = new AbortController().signal;

it('gives no more places than there are connections, in the order of asking', async () => {
  const slots = createSlots({ connections: 2, perSecond: Number.POSITIVE_INFINITY });
  const taken: number[] = [];
  const gives = await Promise.all([slots.take(never), slots.take(never)]);
  for (const number of [1, 2]) void slots.take(never).then(() => taken.push(number));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken).toEqual([]);
  gives[0]!();
  gives[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toEqual([1]);
  gives[1]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toEqual([1, 2]);
});

it('keeps to the rate', async () => {
  const slots = createSlots({ connections: 100, perSecond: 10 });
  let taken = 0;
  for (let asked = 0; asked < 50; asked++) void slots.take(never).then(() => taken++);
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken).toBe(11);
});

it('gives the place back of one who stops waiting', async () => {
  const slots = createSlots({ connections: 1, perSecond: 1 });
  (await slots.take(never))();
  const stop = new AbortController();
  const waiting = expect(slots.take(stop.signal)).rejects.toThrow();
  stop.abort();
  await waiting;
  const taken = slots.take(never);
  await vi.advanceTimersByTimeAsync(5_000);
  await taken;
});
