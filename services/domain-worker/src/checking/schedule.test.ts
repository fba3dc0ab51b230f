import { describe, expect, it } from 'vitest';
import { claimMs, decide, type Finding, maxMisses } from './schedule.ts';

const start = new Date('2026-11-20T08:00:00Z');
const at = (ms: number) => new Date(start.getTime() + ms);
const hour = 3_600_000;
const claim = { status: 'pending', pendingSince: start, misses: 0 } as const;
const verified = { ...claim, status: 'verified' } as const;

/** Simulates checks with the same result; returns the times of the checks (ms from the start) and the final domain. */
function simulate(finding: Finding, from: Parameters<typeof decide>[0], untilMs: number) {
  let domain = { ...from };
  let now = start;
  const moments: number[] = [];
  while (now.getTime() - start.getTime() <= untilMs) {
    moments.push(now.getTime() - start.getTime());
    const { status, misses, nextCheckAt } = decide(domain, finding, now);
    domain = { ...domain, status, misses };
    if (nextCheckAt === null || nextCheckAt <= now) throw new Error('no next check');
    now = nextCheckAt;
  }
  return { moments, domain };
}

describe('a claim', () => {
  it('is verified by the first check that finds all records, and checked again a day later', () => {
    expect(decide(claim, 'correct', at(5_000))).toEqual({
      status: 'verified',
      misses: 0,
      nextCheckAt: at(5_000 + 24 * hour),
    });
  });

  it.each(['wrong', 'unknown'] as const)(
    'with result %s is checked at growing intervals for 72 hours',
    (finding) => {
      const { moments, domain } = simulate(finding, claim, claimMs - 1);
      expect(domain.status).toBe('pending');
      expect(moments.filter((ms) => ms < 10 * 60_000).length).toBeGreaterThanOrEqual(5);
      expect(moments.length).toBeLessThan(120);
      const waits = moments.slice(1).map((ms, index) => ms - moments[index]!);
      expect(waits.slice(0, -1)).toEqual(waits.slice(0, -1).toSorted((a, b) => a - b));
      expect(Math.max(...waits)).toBeLessThanOrEqual(hour);
    },
  );

  it('fails after 72 hours, is then checked daily, and can still be verified', () => {
    const { domain, moments } = simulate('wrong', claim, claimMs + 72 * hour);
    expect(domain.status).toBe('failed');
    expect(moments).toContain(claimMs);
    expect(moments.filter((ms) => ms > claimMs)).toEqual([1, 2, 3].map((days) => claimMs + days * 24 * hour));
    expect(decide(domain, 'correct', at(claimMs))).toMatchObject({ status: 'verified' });
  });
});

describe('a verified domain', () => {
  it('fails after three misses in a row, not after fewer', () => {
    let domain: Parameters<typeof decide>[0] = verified;
    for (let misses = 1; misses <= maxMisses; misses++) {
      const decision = decide(domain, 'wrong', at(misses * 24 * hour));
      expect(decision).toMatchObject({ misses, status: misses < maxMisses ? 'verified' : 'failed' });
      domain = { ...domain, ...decision };
    }
  });

  it('has its misses reset by one correct check', () => {
    expect(decide({ ...verified, misses: 2 }, 'correct', start)).toMatchObject({
      misses: 0,
      status: 'verified',
    });
  });

  it('keeps its status and misses while name servers do not answer', () => {
    const { domain } = simulate('unknown', { ...verified, misses: 2 }, 30 * 24 * hour);
    expect(domain).toMatchObject({ status: 'verified', misses: 2 });
    expect(decide(verified, 'unknown', start).nextCheckAt).toEqual(at(hour));
  });
});
