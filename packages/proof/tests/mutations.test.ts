import { expect, it } from 'vitest';
import { runMutations } from './parts/mutation-run.ts';

it('calls none of 1,000 changed files unaltered', async () => {
  const { mutations, outcomes, missed } = await runMutations(1_000, 20_261_120);
  expect(missed).toEqual([]);
  expect(mutations).toBe(1_000);
  // Most changes are not only noticed but proved.
  expect(outcomes.altered).toBeGreaterThan(mutations / 2);
});
