import { expect, it } from 'vitest';
import { tooDear } from './costs.ts';

const costs = [
  { file: 'tests/long.test.ts', cpu: 90, took: 40 },
  { file: 'tests/waiting.test.ts', cpu: 20, took: 400 },
];

it('names the files that take more of the CPU than one may', () => {
  expect(tooDear(costs, 1)).toEqual([expect.stringMatching(/^tests\/long\.test\.ts\n.*90 s.*may take 60 s/)]);
});

it('allows a slow machine as much more as it is slower', () => {
  expect(tooDear(costs, 2)).toEqual([]);
});
