import { createLogger, times } from '@sello/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLease } from './lease.ts';

const log = createLogger({ service: 'test', level: 'silent' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('renews in time, survives a failed renewal, and signals when the lease is lost', async () => {
  const answers = [true, new Error('database away'), true, false];
  let renewals = 0;
  const lease = keepLease(async () => {
    const answer = answers[renewals++];
    if (answer instanceof Error) throw answer;
    return answer === true;
  }, log);
  await vi.advanceTimersByTimeAsync(3 * times.leaseRenewMs);
  expect([renewals, lease.lost.aborted]).toEqual([3, false]);
  expect(times.leaseRenewMs * 2).toBeLessThan(times.leaseMs);
  await vi.advanceTimersByTimeAsync(times.leaseRenewMs);
  expect(lease.lost.aborted).toBe(true);
  lease.end();
  await vi.advanceTimersByTimeAsync(5 * times.leaseRenewMs);
  expect(renewals).toBe(4);
});
