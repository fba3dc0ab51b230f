import { expect, it } from 'vitest';
import { type Counts, createCountCache } from './count-cache.ts';

function setting(total: number, tookMs = 0) {
  let at = 1_000_000;
  let asked = 0;
  const counts = createCountCache(() => at);
  const count = async (): Promise<Counts> => {
    asked += 1;
    at += tookMs;
    return { total: total + asked, certified: 0, allStudents: total };
  };
  return {
    counts,
    later: (ms: number) => {
      at += ms;
    },
    first: async () => (await counts.of('a', '', true, count)).total - total,
    further: async () => (await counts.of('a', '', false, count)).total - total,
  };
}

it('counts a small list each time', async () => {
  const { first, further } = setting(999, 50);
  expect([await first(), await first(), await further()]).toEqual([1, 2, 3]);
});

it('counts a large list again after a hundred times as long as counting took, and for following pages after a minute', async () => {
  const { first, further, later } = setting(50_000, 50);
  expect([await first(), await first()]).toEqual([1, 1]);
  later(4_999);
  expect(await first()).toBe(1);
  later(1);
  expect([await further(), await first()]).toEqual([1, 2]);
  later(59_999);
  expect(await further()).toBe(2);
  later(1);
  expect(await further()).toBe(3);
});

it('invalidates what was counted before or during a write of the same organization', async () => {
  const { counts, first } = setting(50_000, 50);
  await first();
  counts.invalidate(['b']);
  expect(await first()).toBe(1);
  counts.invalidate(['a']);
  expect(await first()).toBe(2);
  let answer: (counted: Counts) => void = () => {};
  counts.invalidate(undefined);
  const during = counts.of('a', '', true, () => new Promise((resolve) => (answer = resolve)));
  counts.invalidate(['a']);
  answer({ total: 7, certified: 0, allStudents: 50_000 });
  expect((await during).total).toBe(7);
  expect(await first()).toBe(3);
});

it('counts again after a count that failed', async () => {
  const { counts, first } = setting(50_000);
  const failing = counts.of('a', '', true, () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  expect(await first()).toBe(1);
});
