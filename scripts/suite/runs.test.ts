import { expect, it } from 'vitest';
import { joinTests, readTest, writeTest } from './runs.ts';

const one = { name: 'a file > a test: with a colon', runs: 2, failures: 1, slowestMs: 1_200.5 };

it('writes a test as a line of a report, and reads it again', () => {
  expect(readTest(writeTest(one))).toEqual(one);
  expect(() => readTest('x')).toThrow('no line of a test');
});

it('adds the runs of a test to those before, the failed first', () => {
  const calm = { name: 'calm', runs: 5, failures: 0, slowestMs: 9_000 };
  const again = { ...one, runs: 1, failures: 0, slowestMs: 7_000 };
  expect(joinTests([calm, one], [again])).toEqual([{ ...one, runs: 3, slowestMs: 7_000 }, calm]);
});
