import { describe, expect, it } from 'vitest';
import { backoffMs, retry } from './backoff.ts';

const quick = { attempts: 4, firstMs: 1, maxMs: 4 };

describe('retry', () => {
  it('tries until it succeeds', async () => {
    const result = await retry(async (attempt) => {
      if (attempt < 3) throw new Error('not yet');
      return attempt;
    }, quick);
    expect(result).toBe(3);
  });

  it('gives the last error when the tries are used up', async () => {
    let tries = 0;
    const run = retry(async () => {
      tries++;
      throw new Error(`try ${tries}`);
    }, quick);
    await expect(run).rejects.toThrow('try 4');
  });

  it('does not repeat what cannot succeed', async () => {
    let tries = 0;
    const run = retry(
      async () => {
        tries++;
        throw new Error('final');
      },
      { ...quick, retryIf: () => false },
    );
    await expect(run).rejects.toThrow('final');
    expect(tries).toBe(1);
  });

  it('stops waiting when aborted', async () => {
    const run = retry(() => Promise.reject(new Error('down')), {
      attempts: 2,
      firstMs: 60_000,
      maxMs: 60_000,
      signal: AbortSignal.timeout(10),
    });
    await expect(run).rejects.toThrow();
  });
});

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
