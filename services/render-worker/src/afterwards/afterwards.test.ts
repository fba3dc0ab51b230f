import { createLogger, times } from '@sello/kit';
import type { BatchRecord, Store } from '@sello/store';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AfterwardsDependencies, createAfterwards } from './afterwards.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const ended = { tenantId: 't', batchId: 'b', kind: 'generate' as const };

/** A store whose batch is due, with the end of its lease, and `items` in place of reading the rows that were issued. */
function due(items: () => Promise<{ items: []; nextCursor: null }>) {
  let until = 0;
  const batches = {
    takeAfterwards: async (_tenantId: string, _batchId: string, { leaseMs }: { leaseMs: number }) => {
      if (until > Date.now()) return null;
      until = Date.now() + leaseMs;
      return { _id: 'b', tenantId: 't', afterwards: { emails: { language: 'es' } } } as BatchRecord;
    },
    moveAfterwards: async (_tenantId: string, _batchId: string, { from, to }: { from: Date; to: Date }) => {
      if (from.getTime() !== until) return false;
      until = to.getTime();
      return true;
    },
    endAfterwards: async () => undefined,
    items,
  } as unknown as Store['batches'];
  const store = {
    batches,
    certificates: { getMany: async () => [] },
    students: { getMany: async () => [] },
    tenants: { get: async () => ({}) },
  } as unknown as AfterwardsDependencies['store'];
  const queue = {} as AfterwardsDependencies['queue'];
  const log = createLogger({ service: 'test', level: 'silent' });
  return { afterwards: createAfterwards({ store, queue, log }), until: () => until };
}

it('gives its lease back when it fails, so that the next round of a reconciler makes the e-mails', async () => {
  const items = vi.fn<() => Promise<{ items: []; nextCursor: null }>>();
  items.mockRejectedValueOnce(new Error('the database is away'));
  items.mockResolvedValueOnce({ items: [], nextCursor: null });
  const { afterwards } = due(items);
  await expect(afterwards.make(ended)).rejects.toThrow('away');
  await afterwards.make(ended);
  expect(items).toHaveBeenCalledTimes(2);
});

it('keeps its lease while it works, and loses it soon after its process dies', async () => {
  const { promise, resolve } = Promise.withResolvers<{ items: []; nextCursor: null }>();
  const items = vi.fn(() => promise);
  const { afterwards, until } = due(items);
  const making = afterwards.make(ended);
  await vi.advanceTimersByTimeAsync(10 * times.leaseMs);
  expect(until()).toBeGreaterThan(Date.now());
  expect(until()).toBeLessThanOrEqual(Date.now() + times.leaseMs);
  await afterwards.make(ended);
  expect(items).toHaveBeenCalledTimes(1);
  resolve({ items: [], nextCursor: null });
  await making;
  expect(vi.getTimerCount()).toBe(0);
});
