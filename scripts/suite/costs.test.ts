import { expect, it } from 'vitest';
import { tooDear } from './costs.ts';

it('names the files that take more than their share of the CPU, on a machine of any speed', () => {
  for (const slowness of [1, 5]) {
    const costs = [
      { file: 'tests/long.test.ts', cpu: 61 * slowness, took: 40 * slowness },
      { file: 'tests/waiting.test.ts', cpu: 59 * slowness, took: 400 },
    ];
    expect(tooDear(costs, 1_000 * slowness)).toEqual([expect.stringMatching(/^tests\/long\.test\.ts\n/)]);
  }
});
