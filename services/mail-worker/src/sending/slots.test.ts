import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSlots } from './slots.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());
const never = new AbortController().signal;

it('grants no more slots than there are connections, first come, first served', async () => {
  const slots = createSlots({ connections: 2, perSecond: Number.POSITIVE_INFINITY });
  const taken: number[] = [];
  const releases = await Promise.all([slots.acquire(never), slots.acquire(never)]);
  for (const number of [1, 2]) void slots.acquire(never).then(() => taken.push(number));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken).toEqual([]);
  releases[0]!();
  releases[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toEqual([1]);
  releases[1]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toEqual([1, 2]);
});

it('limits the rate', async () => {
  const slots = createSlots({ connections: 100, perSecond: 10 });
  let taken = 0;
  for (let asked = 0; asked < 50; asked++) void slots.acquire(never).then(() => taken++);
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken).toBe(11);
});

it('releases the slot of a caller that aborts', async () => {
  const slots = createSlots({ connections: 1, perSecond: 1 });
  (await slots.acquire(never))();
  const stop = new AbortController();
  const waiting = expect(slots.acquire(stop.signal)).rejects.toThrow();
  stop.abort();
  await waiting;
  const taken = slots.acquire(never);
  await vi.advanceTimersByTimeAsync(5_000);
  await taken;
});
