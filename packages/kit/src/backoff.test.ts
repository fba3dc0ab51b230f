import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('backoffMs', () => {
  it('doubles up to the limit, with jitter in the upper half', () => {
    for (const [attempt, longest] of [
      [1, 100],
      [2, 200],
      [3, 400],
      [9, 1_000],
    ] as const) {
      const wait = backoffMs(attempt, { firstMs: 100, maxMs: 1_000 });
      expect(wait).toBeGreaterThanOrEqual(longest / 2);
      expect(wait).toBeLessThanOrEqual(longest);
    }
  });
});
