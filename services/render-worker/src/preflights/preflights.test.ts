import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Blobs, openBlobs, preflightKeys } from '@sello/blobs';
import {
  newPreflightState,
  type PreflightState,
  preflightFindings,
  preflightState,
  serviceLimits,
} from '@sello/contracts';
import { defineDesign } from '@sello/design';
import type { RenderThread } from '@sello/render';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PreflightDependencies } from './dependencies.ts';
import { createPreflights } from './preflights.ts';

const tenantId = 'a'.repeat(24);
const preflightId = 'b'.repeat(24);
const templateId = 'c'.repeat(24);
const keys = preflightKeys(tenantId, preflightId);
const data = { tenantId, preflightId, from: 0 };
const total = 400;
const studentId = (index: number): string => index.toString(16).padStart(24, '0');
const design = defineDesign({ version: 2, pages: [{ id: 'p', width: 400, height: 300, elements: [] }] });

let folder: string;
let blobs: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-preflights-'));
  blobs = openBlobs({ url: folder });
  const put = (key: string, value: unknown) => blobs.put(key, Buffer.from(JSON.stringify(value)));
  await put(
    keys.rows(0),
    Array.from({ length: total }, (_, index) => ({ studentId: studentId(index), templateId })),
  );
  await put(keys.state, newPreflightState(total));
  await put(keys.request, { total, values: {} });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await blobs.close();
  await rm(folder, { recursive: true, force: true });
});

/** A worker whose threads find nothing; every student is without an address. */
function openWorker(check: () => Promise<unknown> = async () => undefined) {
  const thread = {
    async check(_template, rows) {
      await check();
      return rows.map(() => ({ warnings: [], errors: [] }));
    },
    compile: () => Promise.reject(new Error('no page is drawn here')),
  } as Partial<RenderThread> as RenderThread;
  const stored = {
    tenants: { get: async () => ({ _id: tenantId, name: 'Academy' }) },
    templates: { get: async () => ({ _id: templateId, name: 'Course', rev: 1, design }) },
    students: {
      getMany: async (_tenant: string, ids: string[]) =>
        ids.map((_id) => ({ _id, fullName: `Student ${_id}`, custom: {} })),
    },
    assets: {},
    fonts: {},
  };
  return createPreflights({
    ...{ store: stored, blobs, publicUrl: 'https://certificates.example.org' },
    threads: { use: (work: (given: RenderThread) => unknown) => work(thread) },
    publish: () => undefined,
  } as unknown as PreflightDependencies);
}

const stateNow = async (): Promise<PreflightState> =>
  preflightState.parse(JSON.parse((await blobs.read(keys.state)).toString()));

async function findingsStored(): Promise<number[]> {
  const found: number[] = [];
  for (const slice of (await stateNow()).slices) {
    const json = (await blobs.read(keys.findings(slice))).toString();
    found.push(...preflightFindings.parse(JSON.parse(json)).map(({ index }) => index));
  }
  return found;
}
const everyRow = Array.from({ length: total }, (_, index) => index);

it('says of a slice that two workers have run what is stored of it, however far each of them came', async () => {
  const other = openWorker();
  let hasBegun = false;
  const stalled = openWorker(async () => {
    if (hasBegun) return;
    hasBegun = true;
    expect(await other.run(data)).toBe(total);
    // This one's second is over before it has checked all.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * serviceLimits.preflightSliceMs);
  });
  expect(await stalled.run(data)).toBe(total);
  expect(await stateNow()).toMatchObject({ checked: total, slices: [{ from: 0, to: total }] });
  expect(await findingsStored()).toEqual(everyRow);
});

it('goes on from the state of a worker that was thought dead and stored later', async () => {
  const worker = openWorker();
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += serviceLimits.preflightSliceMs));
  const early = newPreflightState(total);
  const next = await worker.run(data);
  expect(next).toBe(100);
  expect(await worker.run({ ...data, from: 100 })).toBe(200);
  // The other one had read the state before the first slice.
  await blobs.put(keys.state, Buffer.from(JSON.stringify(early)));
  let from: number | undefined = 200;
  while (from !== undefined) from = await worker.run({ ...data, from });
  expect(await findingsStored()).toEqual(everyRow);
  expect(await stateNow()).toMatchObject({ state: 'done', checked: total, cannot: 0 });
});

it('leaves nothing of a slice whose person has left meanwhile', async () => {
  const stored = async () => {
    const left: string[] = [];
    for await (const { key } of blobs.list(keys.folder)) left.push(key);
    return left;
  };
  const worker = openWorker(async () => {
    for (const key of await stored()) await blobs.delete(key);
  });
  expect(await worker.run(data)).toBeUndefined();
  expect(await stored()).toEqual([]);
});
