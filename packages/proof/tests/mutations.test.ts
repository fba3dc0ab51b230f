// Samples of `npm run proof -- mutations`: 10,000 changed files, and every byte.
import { expect, it } from 'vitest';
import { flipBits, runMutations } from './support/mutation-run.ts';

it('finds none of 200 changed files intact', async () => {
  const { mutations, outcomes, missed } = await runMutations(200, 20_261_120);
  expect(missed).toEqual([]);
  expect(mutations).toBe(200);
  // Most changes are proved (`altered`), not only noticed.
  expect(outcomes.altered).toBeGreaterThan(mutations / 2);
});

it('notices a flipped bit in the bytes of a file signed with a chain', async () => {
  expect((await flipBits(8, 11)).missed).toEqual([]);
});
