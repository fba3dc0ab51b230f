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
const total = 1_000;
const pageSize = serviceLimits.preflightPage;
const studentId = (index: number): string => index.toString(16).padStart(24, '0');
const design = defineDesign({ version: 2, pages: [{ id: 'p', width: 400, height: 300, elements: [] }] });

let folder: string;
let blobs: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-preflights-'));
  blobs = openBlobs({ url: folder });
  await ask(total);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await blobs.close();
  await rm(folder, { recursive: true, force: true });
});

/** Stores a request of so many rows, as the BFF does. */
async function ask(rows: number): Promise<void> {
  const put = (key: string, value: unknown) => blobs.put(key, Buffer.from(JSON.stringify(value)));
  for (let from = 0; from < rows; from += pageSize) {
    const some = Array.from({ length: Math.min(pageSize, rows - from) }, (_, at) => studentId(from + at));
    await put(
      keys.rows(from / pageSize),
      some.map((id) => ({ studentId: id, templateId })),
    );
  }
  await put(keys.state, newPreflightState(rows));
  await put(keys.request, { total: rows, values: {} });
}

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
      printed: async (_tenant: string, ids: string[]) =>
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
  // However busy the machine is, the other one's second is not over.
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  const stalled = openWorker(async () => {
    if (hasBegun) return;
    hasBegun = true;
    expect(await other.run(data)).toBeUndefined();
    // This one's second is over before it has checked all.
    clock.mockReturnValue(now + 2 * serviceLimits.preflightSliceMs);
  });
  expect(await stalled.run(data)).toBeUndefined();
  expect(await stateNow()).toMatchObject({ state: 'done', checked: total, slices: [{ from: 0, to: total }] });
  expect(await findingsStored()).toEqual(everyRow);
});

it('goes on from the state of a worker that was thought dead and stored later', async () => {
  const worker = openWorker();
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += serviceLimits.preflightSliceMs));
  const early = newPreflightState(total);
  const next = await worker.run(data);
  expect(next).toBe(250);
  expect(await worker.run({ ...data, from: 250 })).toBe(500);
  // The other one had read the state before the first slice.
  await blobs.put(keys.state, Buffer.from(JSON.stringify(early)));
  let from: number | undefined = 500;
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

it('checks several pages of rows in one slice, and stores the findings of each by themselves', async () => {
  const rows = 2 * pageSize + 700;
  await ask(rows);
  // However busy the machine is, the second is not over.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  expect(await openWorker().run(data)).toBeUndefined();
  const { state, checked, slices } = await stateNow();
  expect({ state, checked }).toEqual({ state: 'done', checked: rows });
  expect(slices.map(({ from, to }) => [from, to])).toEqual([
    [0, pageSize],
    [pageSize, 2 * pageSize],
    [2 * pageSize, rows],
  ]);
  expect(await findingsStored()).toEqual(Array.from({ length: rows }, (_, index) => index));
});

it('reads on where a slice has ended in the middle of a page, and ends when a page was deleted', async () => {
  const rows = pageSize + 300;
  await ask(rows);
  const worker = openWorker();
  const over = vi.spyOn(performance, 'now');
  let now = 0;
  over.mockImplementation(() => (now += serviceLimits.preflightSliceMs));
  expect(await worker.run(data)).toBe(250);
  over.mockReturnValue(0);
  await blobs.delete(keys.rows(1));
  expect(await worker.run({ ...data, from: 250 })).toBe(pageSize);
  expect(await worker.run({ ...data, from: pageSize })).toBeUndefined();
  expect(await findingsStored()).toEqual(Array.from({ length: pageSize }, (_, index) => index));
  expect(await stateNow()).toMatchObject({ state: 'running', checked: pageSize });
});
