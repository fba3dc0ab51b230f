import { limits } from '@sello/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
import { buildBatch, buildItems, randomFrom } from './builders.ts';
import { asDone, claimAll, later, leaseMs } from './claiming.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
let batches: Store['batches'];
beforeAll(async () => {
  database = await testDatabase();
  batches = database.store.batches;
});

const generate = (kind: 'generate' | 'email' | 'zip' = 'generate') => [kind] as const;

describe('creating', () => {
  it('generates a certificate id and a time of issue for each row and keeps them', async () => {
    const tenantId = newId();
    const twice = newId();
    const items = [...buildItems(2), ...buildItems(2, { studentId: twice })];
    const { _id } = await batches.create(tenantId, buildBatch({ items }));
    const first = await batches.items(tenantId, _id);
    const ids = first.items.map((item) => item.certId);
    expect(new Set(ids).size).toBe(items.length);
    expect(first.items[3]!.issuedAt!.getTime()).toBeGreaterThan(first.items[2]!.issuedAt!.getTime());
    const claim = await claimAll(batches, tenantId, _id);
    await batches.release(tenantId, _id, claim.items, 'now');
    expect((await claimAll(batches, tenantId, _id)).items.map((item) => item.certId)).toEqual(ids);
  });

  it('counts rows with an error as failed, and ends a batch of only such rows', async () => {
    const tenantId = newId();
    const error = { code: 'template_not_found', message: 'Template not found' } as const;
    const mixed = await batches.create(
      tenantId,
      buildBatch({ items: [...buildItems(1, { error }), ...buildItems(2)] }),
    );
    expect(mixed).toMatchObject({ state: 'queued', total: 3, failed: 1 });
    const hopeless = await batches.create(tenantId, buildBatch({ items: buildItems(2, { error }) }));
    expect(hopeless).toMatchObject({ state: 'done', failed: 2 });
    expect(hopeless.endedAt).toBeInstanceOf(Date);
  });

  it('is idempotent by id, also when the first call crashed or is still running', async () => {
    const tenantId = newId();
    const batch = buildBatch({ _id: newId(), items: buildItems(30) });
    const made = await Promise.all([1, 2, 3].map(() => batches.create(tenantId, batch)));
    for (const one of made) expect(one).toMatchObject({ _id: batch._id, state: 'queued', total: 30 });
    const rows = (await batches.items(tenantId, batch._id!)).items;
    expect(rows.map((row) => row.index)).toEqual(Array.from({ length: 30 }, (_, index) => index));
    const raw = database.raw;
    await raw.collection('batches').updateOne({ _id: batch._id as never }, { $set: { state: 'preparing' } });
    await raw.collection('batchItems').deleteMany({ batchId: batch._id, index: { $gte: 10 } });
    expect(await batches.create(tenantId, batch)).toMatchObject({ state: 'queued' });
    const completed = (await batches.items(tenantId, batch._id!)).items;
    expect(completed).toHaveLength(30);
    expect(completed.slice(0, 10)).toEqual(rows.slice(0, 10));
    expect((await batches.list(tenantId)).total).toBe(1);
    await expect(batches.create(newId(), batch)).rejects.toThrow();
  });

  it('hides a batch whose rows are not all written, and deletes it later', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch());
    await database.raw
      .collection('batches')
      .updateOne({ _id: _id as never }, { $set: { state: 'preparing' } });
    expect(await batches.get(tenantId, _id)).toBeNull();
    expect((await batches.list(tenantId)).items).toEqual([]);
    expect(await batches.nextChunks(tenantId, _id, 4)).toEqual([]);
    await expect(batches.count(tenantId, _id)).rejects.toMatchObject({ code: 'batch_not_found' });
    await batches.acrossTenants.stuck({ kinds: generate(), now: later(60 * 60_000) });
    expect((await batches.items(tenantId, _id)).items).toEqual([]);
  });
});

describe('chunks', () => {
  it('are returned exactly once to concurrent callers', async () => {
    const tenantId = newId();
    const total = 12 * limits.chunkItems + 7;
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(total) }));
    const asked = await Promise.all(Array.from({ length: 8 }, () => batches.nextChunks(tenantId, _id, 2)));
    const ranges = asked.flat().sort((a, b) => a.from - b.from);
    expect(ranges[0]!.from).toBe(0);
    expect(ranges.at(-1)!.to).toBe(total);
    for (const [index, range] of ranges.slice(1).entries()) expect(range.from).toBe(ranges[index]!.to);
    expect(await batches.nextChunks(tenantId, _id, 4)).toEqual([]);
  });

  it('stay within a bound after a finished chunk, and are returned again after the queue was unavailable', async () => {
    const tenantId = newId();
    const size = limits.chunkItems;
    const ahead = limits.chunksInQueue;
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems((ahead + 2) * size) }));
    await batches.nextChunks(tenantId, _id, ahead);
    const fifth = { from: ahead * size, to: (ahead + 1) * size };
    const enqueued: unknown[] = [];
    const ask = (past: number) =>
      batches.nextChunks(tenantId, _id, ahead, {
        past,
        enqueue: async (chunks) => void enqueued.push(...chunks),
      });
    const away = batches.nextChunks(tenantId, _id, ahead, {
      past: size,
      enqueue: () => Promise.reject(new Error('away')),
    });
    await expect(away).rejects.toThrow('away');
    expect(await ask(size)).toEqual([fifth]);
    expect(await ask(size)).toEqual([]);
    expect(enqueued).toEqual([fifth]);
    expect(await ask(4 * size)).toEqual([{ from: fifth.to, to: fifth.to + size }]);
  });

  it('of a zip are one', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ kind: 'zip', items: buildItems(120) }));
    expect(await batches.nextChunks(tenantId, _id, 4)).toEqual([{ from: 0, to: 120 }]);
  });
});

describe('claims', () => {
  it('that are concurrent share no row', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(200) }));
    const ranges = [0, 50, 0, 25, 100, 0, 75, 0].map((from) => ({ from, to: from + 100 }));
    const claims = await Promise.all(
      ranges.map((range, owner) => batches.claim(tenantId, _id, range, { owner: `w${owner}`, leaseMs })),
    );
    const won = claims.flatMap((claim) => claim.items.map((item) => item.index));
    expect(won.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
    const { held, refused } = await batches.finish(
      tenantId,
      _id,
      claims.flatMap((c) => asDone(c.items)),
    );
    expect({ held, refused }).toEqual({ held: 200, refused: 0 });
  });

  it('skip a leased row until its lease expires, and then fence off the old holder', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch());
    const first = await claimAll(batches, tenantId, _id);
    expect(first.items).toHaveLength(3);
    expect((await claimAll(batches, tenantId, _id)).items).toEqual([]);
    const whole = { from: 0, to: 3 };
    const held = await batches.heldFor(tenantId, _id, whole);
    expect(held).toBeGreaterThan(leaseMs - 5_000);
    expect(held).toBeLessThanOrEqual(leaseMs);
    expect(await batches.heldFor(tenantId, _id, whole, later(leaseMs + 1))).toBe(0);
    expect(await batches.heldFor(tenantId, _id, { from: 3, to: 6 })).toBe(0);
    expect(await batches.heldFor(newId(), _id, whole)).toBe(0);
    const second = await claimAll(batches, tenantId, _id, later(leaseMs + 1));
    expect(second.items.map((item) => [item.attempts, item.fence])).toEqual([
      [2, 2],
      [2, 2],
      [2, 2],
    ]);

    const zombie = await batches.finish(
      tenantId,
      _id,
      first.items.map(({ index, fence }) => ({
        index,
        fence,
        state: 'failed',
        error: { code: 'internal', message: 'late' },
      })),
    );
    expect(zombie).toEqual({ held: 0, refused: 3 });
    expect(await batches.renew(tenantId, first, leaseMs)).toBe(0);
    expect(await batches.release(tenantId, _id, first.items, 'now')).toBe(0);
    expect(await batches.renew(tenantId, second, leaseMs)).toBe(3);
    expect(await batches.finish(tenantId, _id, asDone(second.items))).toEqual({ held: 3, refused: 0 });
    // Repeated, because the first response was lost, it is accepted; a different outcome is refused.
    expect(await batches.finish(tenantId, _id, asDone(second.items))).toEqual({ held: 3, refused: 0 });
    const changed = second.items.map(({ index, fence }) => ({ index, fence, state: 'failed' as const }));
    expect(await batches.finish(tenantId, _id, changed)).toEqual({ held: 0, refused: 3 });
  });

  it('that are renewed outlive the first lease', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch());
    const claim = await claimAll(batches, tenantId, _id);
    await batches.renew(tenantId, claim, leaseMs, later(15_000));
    expect((await claimAll(batches, tenantId, _id, later(leaseMs + 5_000))).items).toEqual([]);
  });

  it('released by a draining worker are free at once and cost no attempt', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch());
    const claim = await claimAll(batches, tenantId, _id);
    expect(await batches.release(tenantId, _id, claim.items, 'now')).toBe(3);
    const again = await claimAll(batches, tenantId, _id);
    expect(again.items.map((item) => item.attempts)).toEqual([1, 1, 1]);
    expect(again.items.map((item) => item.fence)).toEqual([2, 2, 2]);
  });

  it('released until a time are not free before it', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch());
    const claim = await claimAll(batches, tenantId, _id);
    await batches.release(tenantId, _id, claim.items, later(60_000));
    expect((await claimAll(batches, tenantId, _id, later(59_000))).items).toEqual([]);
    expect(
      (await claimAll(batches, tenantId, _id, later(61_000))).items.map((item) => item.attempts),
    ).toEqual([2, 2, 2]);
  });
});

describe('counting', () => {
  it('moves rev only when something changed and ends the batch for exactly one caller', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch());
    const idle = await batches.count(tenantId, _id);
    expect(idle).toMatchObject({ changed: false, event: { state: 'queued', rev: 1 } });
    await batches.nextChunks(tenantId, _id, 1);
    const claim = await claimAll(batches, tenantId, _id);
    expect(await batches.count(tenantId, _id)).toMatchObject({
      changed: true,
      event: { state: 'running', rev: 2 },
    });
    await batches.finish(tenantId, _id, asDone(claim.items));
    const counts = await Promise.all(Array.from({ length: 10 }, () => batches.count(tenantId, _id)));
    expect(counts.filter((count) => count.ended)).toHaveLength(1);
    for (const count of counts) expect(count.event).toMatchObject({ state: 'done', done: 3, rev: 3 });
  });

  it('equals the rows at every step with failures, drains, expired leases and several workers', async () => {
    const tenantId = newId();
    const total = 1_500;
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(total) }));
    const random = randomFrom(11);
    const queue = await batches.nextChunks(tenantId, _id, limits.chunksInQueue);
    const seen: number[] = [];
    let ends = 0;
    const count = async () => {
      const { event, ended } = await batches.count(tenantId, _id);
      seen.push(event.rev);
      ends += ended ? 1 : 0;
      return event;
    };
    const work = async () => {
      for (;;) {
        const range = queue.shift();
        if (!range) return;
        const claim = await batches.claim(tenantId, _id, range, { owner: 'w', leaseMs });
        if (random() < 0.1) {
          await batches.release(tenantId, _id, claim.items, 'now');
          queue.push(range);
          continue;
        }
        const outcomes = claim.items.map(({ index, fence }) =>
          random() < 0.05
            ? { index, fence, state: 'failed' as const, error: { code: 'internal' as const, message: 'x' } }
            : { index, fence, state: 'done' as const },
        );
        const { held } = await batches.finish(tenantId, _id, outcomes);
        if (random() < 0.2) await batches.finish(tenantId, _id, outcomes);
        await count();
        if (held > 0) queue.push(...(await batches.nextChunks(tenantId, _id, 1)));
      }
    };
    await Promise.all([work(), work(), work()]);
    const event = await count();
    const { items } = await batches.items(tenantId, _id);
    const of = (state: string) => items.filter((item) => item.state === state).length;
    expect(of('failed')).toBeGreaterThan(0);
    expect(event).toMatchObject({
      state: 'done',
      total,
      done: of('done'),
      failed: of('failed'),
      cancelled: 0,
    });
    expect(of('done') + of('failed')).toBe(total);
    expect(ends).toBe(1);
    const stored = await database.raw.collection('batches').findOne({ _id: _id as never });
    expect(stored!.settledBelow).toBeGreaterThan(0);
  });
});

describe('cancelling', () => {
  it('cancels queued rows at once and lets running ones finish', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(120) }));
    const [chunk] = await batches.nextChunks(tenantId, _id, 1);
    const claim = await batches.claim(tenantId, _id, chunk!, { owner: 'w', leaseMs });
    const cancelled = await batches.cancel(tenantId, _id);
    expect(cancelled).toMatchObject({ ended: false, event: { state: 'running', cancelled: 70 } });
    expect(await batches.nextChunks(tenantId, _id, 4)).toEqual([]);
    await batches.finish(tenantId, _id, asDone(claim.items));
    const ended = await batches.count(tenantId, _id);
    expect(ended).toMatchObject({ ended: true, event: { state: 'cancelled', done: 50, cancelled: 70 } });
    await expect(batches.cancel(tenantId, _id)).rejects.toMatchObject({ code: 'batch_not_running' });
    await expect(batches.cancel(tenantId, newId())).rejects.toMatchObject({ code: 'batch_not_found' });
  });

  it('also cancels rows that are released afterwards', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch());
    const claim = await claimAll(batches, tenantId, _id);
    await batches.cancel(tenantId, _id);
    await batches.release(tenantId, _id, claim.items, 'now');
    expect(await batches.count(tenantId, _id)).toMatchObject({ ended: true, event: { cancelled: 3 } });
  });
});

describe('retrying', () => {
  it('takes the rows that failed, once the batch has ended', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(4) }));
    await batches.nextChunks(tenantId, _id, 4);
    const { items } = await claimAll(batches, tenantId, _id);
    await expect(batches.retryInput(tenantId, _id)).rejects.toMatchObject({ code: 'batch_still_running' });
    await batches.finish(tenantId, _id, [
      ...asDone(items.slice(0, 2)),
      ...items.slice(2).map(({ index, fence }) => ({
        index,
        fence,
        state: 'failed' as const,
        error: {
          code: 'glyph_missing' as const,
          message: 'The font has no “月”',
          details: { character: '月' },
        },
      })),
    ]);
    await batches.count(tenantId, _id);
    const again = await batches.create(tenantId, {
      ...(await batches.retryInput(tenantId, _id)),
      createdBy: newId(),
    });
    expect(again).toMatchObject({ retryOf: _id, total: 2, state: 'queued' });
    const rows = (await batches.items(tenantId, again._id)).items;
    expect(rows.map((row) => row.studentId)).toEqual(items.slice(2).map((item) => item.studentId));
    expect(rows[0]!.certId).not.toBe(items[2]!.certId);
    expect(rows[0]!.error).toBeUndefined();
  });
});

describe('lists', () => {
  it('page batches newest first and rows in order', async () => {
    const tenantId = newId();
    const ids: string[] = [];
    for (let made = 0; made < 5; made++) {
      ids.unshift((await batches.create(tenantId, buildBatch({ items: buildItems(2) })))._id);
    }
    const first = await batches.list(tenantId, { limit: 3 });
    const second = await batches.list(tenantId, { limit: 3, cursor: first.nextCursor! });
    expect([...first.items, ...second.items].map((batch) => batch._id)).toEqual(ids);
    expect([first.total, second.nextCursor]).toEqual([5, null]);
    expect((await batches.list(tenantId, { running: false })).items).toEqual([]);

    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(25) }));
    const indices: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await batches.items(tenantId, _id, { limit: 10, state: 'queued', cursor });
      indices.push(...page.items.map((item) => item.index));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(indices).toEqual(Array.from({ length: 25 }, (_, index) => index));
  });
});
