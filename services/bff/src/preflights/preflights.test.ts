import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Blobs, openBlobs, preflightKeys } from '@sello/blobs';
import { newPreflightState, type PreflightState, serviceLimits } from '@sello/contracts';
import { createLogger } from '@sello/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPreflights } from './preflights.ts';

const tenantId = 'a'.repeat(24);
const log = createLogger({ service: 'test', level: 'silent' });
const rows = [{ studentId: 'b'.repeat(24), templateId: 'c'.repeat(24) }];
const query = { limit: 10, from: 0 };
const { preflightStalledMs, preflightWaitsMs } = serviceLimits;

let folder: string;
let blobs: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-preflights-'));
  blobs = openBlobs({ url: folder });
});
afterEach(async () => {
  await blobs.close();
  await rm(folder, { recursive: true, force: true });
});

function open(queue: { hasWorker?: boolean } = {}) {
  const enqueue = vi.fn(async () => undefined);
  const hasWorker = async () => queue.hasWorker ?? true;
  return { enqueue, preflights: createPreflights({ blobs, queue: { enqueue, hasWorker }, log }) };
}

async function setState(preflightId: string, state: Partial<PreflightState>): Promise<void> {
  const stored = { ...newPreflightState(600), ...state };
  await blobs.put(preflightKeys(tenantId, preflightId).state, Buffer.from(JSON.stringify(stored)));
}

it('waits for its turn while workers run, and has a job again that the queue has lost', async () => {
  const { enqueue, preflights } = open();
  const { preflightId } = await preflights.start(tenantId, rows, {});
  expect(await preflights.report(tenantId, preflightId, query)).toMatchObject({ waits: false });
  await setState(preflightId, { checked: 500, at: Date.now() - preflightWaitsMs - 1_000 });
  expect(await preflights.report(tenantId, preflightId, query)).toMatchObject({ waits: true, checked: 500 });
  expect(enqueue).toHaveBeenCalledTimes(1);

  await setState(preflightId, { checked: 500, at: Date.now() - preflightStalledMs - 1_000 });
  expect(await preflights.report(tenantId, preflightId, query)).toMatchObject({ waits: true, checked: 500 });
  const data = { tenantId, preflightId, from: 500 };
  expect(enqueue).toHaveBeenLastCalledWith('preflight', data, { inBackground: true });

  await setState(preflightId, { state: 'done', at: Date.now() - preflightStalledMs - 1_000 });
  expect(await preflights.report(tenantId, preflightId, query)).toMatchObject({
    state: 'done',
    waits: false,
  });
  expect(enqueue).toHaveBeenCalledTimes(2);
});

it('says that no worker runs only when none does', async () => {
  const { enqueue, preflights } = open({ hasWorker: false });
  const { preflightId } = await preflights.start(tenantId, rows, {});
  // One that starts again takes a moment.
  expect(await preflights.report(tenantId, preflightId, query)).toMatchObject({ state: 'running' });
  await setState(preflightId, { at: Date.now() - preflightStalledMs - 1_000 });
  const asked = preflights.report(tenantId, preflightId, query);
  await expect(asked).rejects.toMatchObject({ code: 'worker_busy' });
  expect(enqueue).toHaveBeenCalledTimes(1);
});

it('leaves the object store as it was when the queue does not answer, and deletes several objects at once', async () => {
  const { enqueue, preflights } = open();
  enqueue.mockRejectedValueOnce(new Error('redis'));
  await expect(preflights.start(tenantId, rows, {})).rejects.toThrow('redis');
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of blobs.list('')) keys.push(key);
    return keys;
  };
  expect(await stored()).toEqual([]);

  const { preflightId } = await preflights.start(tenantId, rows, {});
  const keys = preflightKeys(tenantId, preflightId);
  for (let from = 0; from < 40; from++) {
    await blobs.put(keys.findings({ from, to: from + 1 }), Buffer.from('[]'));
  }
  let active = 0;
  let most = 0;
  const remove = blobs.delete;
  vi.spyOn(blobs, 'delete').mockImplementation(async (key) => {
    most = Math.max(most, ++active);
    await remove(key);
    active--;
  });
  await preflights.leave(tenantId, preflightId);
  expect(await stored()).toEqual([]);
  expect([most > 1, most <= 8]).toEqual([true, true]);
});
