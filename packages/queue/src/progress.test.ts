import type { BatchEvent } from '@sello/contracts';
import { createLogger } from '@sello/kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BatchCount, createProgress } from './progress.ts';

const tenantId = 'a'.repeat(24);
const batchId = 'b'.repeat(24);
const log = createLogger({ service: 'test', level: 'silent' });

function buildCount(done: number, overrides: Partial<BatchCount> = {}): BatchCount {
  const event: BatchEvent = {
    tenantId,
    batchId,
    kind: 'generate',
    state: done === 100 ? 'done' : 'running',
    rev: done,
    total: 100,
    done,
    failed: 0,
    cancelled: 0,
  };
  return { event, changed: true, ended: done === 100, ...overrides };
}

describe('createProgress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const setUp = (oncePer: (batchId: string) => Promise<boolean> = async () => true) => {
    const rows = { done: 0 };
    const published: BatchEvent[] = [];
    let counts = 0;
    const progress = createProgress({
      log,
      oncePer,
      count: async () => {
        counts++;
        return buildCount(rows.done);
      },
      publish: async (event) => void published.push(event),
    });
    return { rows, published, progress, counts: () => counts };
  };

  it('throttles any number of touches to at most five counts a second', async () => {
    const { rows, published, progress, counts } = setUp();
    for (let index = 1; index <= 99; index++) {
      rows.done = index;
      progress.touch(tenantId, batchId);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(counts()).toBeLessThanOrEqual(5);
    expect(counts()).toBeGreaterThanOrEqual(4);
    await progress.close();
    expect(published.at(-1)?.done).toBe(99);
  });

  it('retries a touch while another process counts the batch', async () => {
    let isTaken = true;
    const { rows, published, progress } = setUp(async () => !isTaken);
    rows.done = 10;
    progress.touch(tenantId, batchId);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(published).toEqual([]);
    isTaken = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(published.map((event) => event.done)).toEqual([10]);
  });

  it('publishes the end at once, even while another process counts the batch', async () => {
    const { rows, published, progress } = setUp(async () => false);
    rows.done = 100;
    expect((await progress.settle(tenantId, batchId)).ended).toBe(true);
    expect(published.map((event) => event.state)).toEqual(['done']);
  });

  it('publishes a change that was counted just after another was published, although nothing changes any more', async () => {
    let isFree = false;
    let written = 0;
    const published: number[] = [];
    const progress = createProgress({
      log,
      oncePer: async () => isFree,
      count: async () => {
        const changed = written !== 50;
        written = 50;
        return buildCount(50, { changed });
      },
      publish: async ({ done }) => void published.push(done),
    });
    await progress.settle(tenantId, batchId);
    expect(published).toEqual([]);
    isFree = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(published).toEqual([50]);
    progress.touch(tenantId, batchId);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(published).toEqual([50]);
  });

  it('survives a failed count and a failed publication', async () => {
    const progress = createProgress({
      log,
      oncePer: async () => true,
      count: async () => Promise.reject(new Error('database away')),
      publish: async () => Promise.reject(new Error('redis away')),
    });
    progress.touch(tenantId, batchId);
    await vi.advanceTimersByTimeAsync(1_000);
    await progress.publish(buildCount(1));
    await expect(progress.settle(tenantId, batchId)).rejects.toThrow('database away');
    await progress.close();
  });
});
