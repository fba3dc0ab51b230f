import type { DnsRecordState, DomainRecord } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { dailyMs, decide, findingOf, pendingMs } from './schedule.ts';

const now = new Date('2026-03-02T10:00:00Z');
const records = (...states: DnsRecordState['state'][]): DnsRecordState[] =>
  states.map((state, index) => ({
    type: index === 0 ? 'TXT' : 'CNAME',
    name: 'x.example',
    value: 'v',
    state,
  }));
const claim = (overrides: Partial<DomainRecord> = {}) => ({
  status: 'pending' as const,
  misses: 0,
  checks: 0,
  pendingSince: now,
  ...overrides,
});
const waitOf = (check: { nextCheckAt: Date | null }): number | null =>
  check.nextCheckAt && check.nextCheckAt.getTime() - now.getTime();

describe('what follows from a check', () => {
  it('verifies only when every record stands', () => {
    expect(decide(claim(), records('correct', 'correct'), now)).toMatchObject({
      status: 'verified',
      misses: 0,
    });
    expect(decide(claim(), records('missing', 'correct'), now).status).toBe('pending');
    expect(decide(claim(), records('correct', 'different'), now).status).toBe('pending');
    expect(decide(claim(), records('correct', 'unknown'), now).status).toBe('pending');
    expect(findingOf([])).toBe('unknown');
  });

  it('looks at a claim ever more seldom, and gives up after 72 hours', () => {
    const waits = [0, 1, 2, 9, 500].map(
      (checks) => waitOf(decide(claim({ checks }), records('missing'), now))!,
    );
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_600_000);
    const old = claim({ checks: 99, pendingSince: new Date(now.getTime() - pendingMs) });
    expect(decide(old, records('missing'), now)).toMatchObject({ status: 'failed', nextCheckAt: null });
    const nearly = claim({ checks: 99, pendingSince: new Date(now.getTime() - pendingMs + 1_000) });
    expect(waitOf(decide(nearly, records('missing'), now))).toBe(1_000);
  });

  it('switches a verified domain off after three misses in a row, a day apart', () => {
    const verified = claim({ status: 'verified' });
    const first = decide(verified, records('different', 'correct'), now);
    expect(first).toMatchObject({ status: 'verified', misses: 1 });
    expect(waitOf(first)).toBe(dailyMs);
    expect(decide({ ...verified, misses: 2 }, records('missing'), now)).toMatchObject({
      status: 'failed',
      misses: 3,
    });
    expect(decide({ ...verified, misses: 2 }, records('correct'), now)).toMatchObject({
      status: 'verified',
      misses: 0,
    });
  });

  it('does not count a name server that cannot be asked', () => {
    const verified = claim({ status: 'verified', misses: 2 });
    expect(decide(verified, records('unknown', 'correct'), now)).toMatchObject({
      status: 'verified',
      misses: 2,
    });
  });

  it('lets a failed claim rest, but takes it when it stands', () => {
    const failed = claim({ status: 'failed' });
    expect(decide(failed, records('missing'), now)).toMatchObject({ status: 'failed', nextCheckAt: null });
    expect(decide(failed, records('correct'), now).status).toBe('verified');
  });
});
