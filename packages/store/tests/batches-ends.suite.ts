import { beforeAll, describe, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
import { buildBatch, buildItems } from './builders.ts';
import { asDone, claimAll, later, leaseMs } from './claiming.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
let batches: Store['batches'];
beforeAll(async () => {
  database = await testDatabase();
  batches = database.store.batches;
});

const generate = (kind: 'generate' | 'email' | 'zip' = 'generate') => [kind] as const;

describe('the reconciler', () => {
  it('finds rows of a crashed worker at once and returns each batch to one caller', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(130) }));
    const [chunk] = await batches.nextChunks(tenantId, _id, 1);
    await batches.claim(tenantId, _id, chunk!, { owner: 'dead', leaseMs });
    await batches.count(tenantId, _id);
    const now = later(leaseMs + 1_000);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        batches.acrossTenants.stuck({ kinds: generate(), now, everyMs: 60_000 }),
      ),
    );
    const mine = answers.flatMap((answer) => answer.chunks).filter((found) => found.batchId === _id);
    expect(mine).toEqual([{ tenantId, batchId: _id, kind: 'generate', from: 0, to: 50 }]);
    const second = await batches.claim(tenantId, _id, chunk!, { owner: 'next', leaseMs, now });
    expect(second.items).toHaveLength(50);
  });

  it('enqueues chunks that the queue lost again once the batch makes no progress', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(130) }));
    await batches.nextChunks(tenantId, _id, 2);
    const { chunks } = await batches.acrossTenants.stuck({ kinds: generate(), now: later(20_000) });
    const mine = chunks.filter((found) => found.batchId === _id).map(({ from, to }) => [from, to]);
    expect(mine).toEqual([
      [0, 50],
      [50, 100],
      [100, 130],
    ]);
  });

  it('enqueues all chunks of many workers again in one pass', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(700) }));
    const handed = await batches.nextChunks(tenantId, _id, 12);
    const { chunks } = await batches.acrossTenants.stuck({ kinds: generate(), now: later(20_000) });
    const mine = chunks.filter((found) => found.batchId === _id).map(({ from, to }) => ({ from, to }));
    expect(mine).toEqual(handed);
  });

  it('ends a batch whose last count was lost', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch());
    await batches.nextChunks(tenantId, _id, 1);
    await batches.finish(tenantId, _id, asDone((await claimAll(batches, tenantId, _id)).items));
    const { chunks, counts } = await batches.acrossTenants.stuck({ kinds: generate(), now: later(20_000) });
    expect(chunks.filter((found) => found.batchId === _id)).toEqual([]);
    expect(counts.find((count) => count.event.batchId === _id)).toMatchObject({ ended: true });
  });

  it('fails rows without attempts left and skips rows that are leased', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(2) }));
    await batches.nextChunks(tenantId, _id, 1);
    await batches.claim(tenantId, _id, { from: 0, to: 1 }, { owner: 'w', leaseMs });
    const error = { code: 'internal', message: 'Internal server error' } as const;
    expect(await batches.failUnfinished(tenantId, _id, { from: 0, to: 2 }, error)).toBe(1);
    expect(
      await batches.failUnfinished(tenantId, _id, { from: 0, to: 2 }, error, {
        now: later(leaseMs + 1),
        minAttempts: 2,
      }),
    ).toBe(0);
    expect(
      await batches.failUnfinished(tenantId, _id, { from: 0, to: 2 }, error, { now: later(leaseMs + 1) }),
    ).toBe(1);
    expect(await batches.count(tenantId, _id)).toMatchObject({ ended: true, event: { failed: 2 } });
  });
});

describe('a zip', () => {
  const file = {
    key: 'archives/x',
    fileName: 'certificates.zip',
    size: 10,
    keptUntil: new Date(Date.now() + 60_000),
  };
  const build = async (tenantId: string) => {
    const { _id } = await batches.create(tenantId, buildBatch({ kind: 'zip', items: buildItems(4) }));
    await batches.nextChunks(tenantId, _id, 1);
    return _id;
  };
  const outcome = (...indices: number[]) => indices.map((index) => ({ index, state: 'done' as const }));

  it('is leased by one job, ends only with its file, and offers the file', async () => {
    const tenantId = newId();
    const _id = await build(tenantId);
    const hold = await batches.takeBatchLease(tenantId, _id, { owner: 'a', leaseMs });
    expect(hold!.batch).toMatchObject({ state: 'running', startedAt: expect.any(Date) });
    expect(await batches.takeBatchLease(tenantId, _id, { owner: 'b', leaseMs })).toBeNull();
    expect(await batches.finishUnderBatchLease(tenantId, _id, hold!.fence, outcome(0, 1, 2, 3))).toBe(4);
    expect(await batches.count(tenantId, _id)).toMatchObject({
      ended: false,
      event: { done: 4, state: 'running' },
    });
    expect(await batches.setDownload(tenantId, _id, hold!.fence, file)).toBe(true);
    expect(await batches.count(tenantId, _id)).toMatchObject({ ended: true });
    expect((await batches.get(tenantId, _id))!.download).toEqual(file);
    const over = await batches.acrossTenants.expiredDownloads(later(120_000));
    expect(over).toContainEqual({ tenantId, batchId: _id, key: file.key });
    await batches.acrossTenants.forgetDownload(_id, file.key);
    expect((await batches.get(tenantId, _id))!.download).toBeUndefined();
  });

  it('of a crashed worker starts over, and writes of the old lease are refused', async () => {
    const tenantId = newId();
    const _id = await build(tenantId);
    const dead = await batches.takeBatchLease(tenantId, _id, { owner: 'a', leaseMs });
    await batches.finishUnderBatchLease(tenantId, _id, dead!.fence, outcome(0, 1));
    await batches.count(tenantId, _id);
    const now = later(leaseMs + 60_000);
    const { chunks } = await batches.acrossTenants.stuck({ kinds: generate('zip'), now });
    expect(chunks).toContainEqual({ tenantId, batchId: _id, kind: 'zip', from: 0, to: 4 });
    const next = await batches.takeBatchLease(tenantId, _id, { owner: 'b', leaseMs, now });
    expect(await batches.count(tenantId, _id)).toMatchObject({ event: { done: 0 } });
    expect(await batches.finishUnderBatchLease(tenantId, _id, dead!.fence, outcome(2))).toBe(0);
    expect(await batches.renewBatchLease(tenantId, _id, dead!.fence, leaseMs)).toBe(false);
    expect(await batches.setDownload(tenantId, _id, dead!.fence, file)).toBe(false);
    expect(await batches.finishUnderBatchLease(tenantId, _id, next!.fence, outcome(0, 1, 2, 3))).toBe(4);
    expect(await batches.setDownload(tenantId, _id, next!.fence, file)).toBe(true);
    expect(await batches.count(tenantId, _id)).toMatchObject({ ended: true, event: { done: 4 } });
  });

  it('that is cancelled stops its worker and ends', async () => {
    const tenantId = newId();
    const _id = await build(tenantId);
    const hold = await batches.takeBatchLease(tenantId, _id, { owner: 'a', leaseMs });
    await batches.finishUnderBatchLease(tenantId, _id, hold!.fence, outcome(0));
    expect(await batches.cancel(tenantId, _id)).toMatchObject({ ended: true, event: { state: 'cancelled' } });
    expect(await batches.renewBatchLease(tenantId, _id, hold!.fence, leaseMs)).toBe(false);
    expect(await batches.setDownload(tenantId, _id, hold!.fence, file)).toBe(false);
  });

  it('that fails for good fails all its rows, also those that were packed', async () => {
    const tenantId = newId();
    const _id = await build(tenantId);
    const hold = await batches.takeBatchLease(tenantId, _id, { owner: 'a', leaseMs });
    await batches.finishUnderBatchLease(tenantId, _id, hold!.fence, outcome(0, 1));
    await batches.releaseBatchLease(tenantId, _id, hold!.fence);
    const error = { code: 'object_missing', message: 'A stored file is missing or damaged' } as const;
    expect(await batches.failUnfinished(tenantId, _id, { from: 0, to: 4 }, error)).toBe(4);
    expect(await batches.count(tenantId, _id)).toMatchObject({ ended: true, event: { failed: 4, done: 0 } });
    expect((await batches.retryInput(tenantId, _id)).items).toHaveLength(4);
  });
});
