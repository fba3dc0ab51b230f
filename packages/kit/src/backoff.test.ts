import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('backoffMs', () => {
  it('doubles, stays below the limit and never drops under half', () => {
    for (const [attempt, whole] of [
      [1, 100],
      [2, 200],
      [3, 400],
      [9, 1_000],
    ] as const) {
      const wait = backoffMs(attempt, { firstMs: 100, maxMs: 1_000 });
      expect(wait).toBeGreaterThanOrEqual(whole / 2);
      expect(wait).toBeLessThanOrEqual(whole);
    }
  });
});
