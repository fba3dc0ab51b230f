import { hash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Blobs, openBlobs, preflightKeys, previewKeys } from '@sello/blobs';
import { limits, newPreflightState, type PreflightState, serviceLimits } from '@sello/contracts';
import { createMetrics, isAppError } from '@sello/kit';
import type { Store } from '@sello/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storePrefix } from '../src/issuing/prefixes.ts';
import { createWorkMetrics } from '../src/metrics.ts';
import { archiveKey, damagedKey, packKey, prefixKey } from '../src/object-keys.ts';
import { scrubPrefixes } from '../src/upkeep/scrub.ts';
import { sweepArchives, sweepPacks, sweepTemporary } from '../src/upkeep/sweep.ts';
import { sweepThumbnails } from '../src/upkeep/sweep-thumbnails.ts';
import { log } from './fixture.ts';

const tenantId = 'a'.repeat(24);
const batchId = 'b'.repeat(24);
const hour = 60 * 60_000;
const signal = new AbortController().signal;

let folder: string;
let blobs: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-upkeep-'));
  blobs = openBlobs({ url: folder });
});
afterEach(async () => {
  await blobs.close();
  await rm(folder, { recursive: true });
});

async function put(key: string, bytes: Uint8Array, agoMs = 0): Promise<void> {
  await blobs.put(key, bytes);
  const moment = new Date(Date.now() - agoMs);
  await utimes(join(folder, key), moment, moment);
}

async function keys(prefix = ''): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of blobs.list(prefix)) found.push(key);
  return found.sort();
}

describe('the sweep of packs', () => {
  it('deletes packs that no certificate refers to, once no run can refer to them any more', async () => {
    const now = new Date();
    const key = (name: string): string => packKey(tenantId, hash('sha256', name), now);
    await put(key('referenced'), randomBytes(10), 2 * hour);
    await put(key('orphan'), randomBytes(10), 2 * hour);
    await put(key('fresh orphan'), randomBytes(10), hour / 2);
    let questions = 0;
    const packsReferenced = async (asked: readonly { tenantId: string; key: string }[]) => {
      questions++;
      const known = asked.filter((pack) => pack.tenantId === tenantId && pack.key === key('referenced'));
      return new Set(known.map((pack) => pack.key));
    };
    const certificates = { acrossTenants: { packsReferenced } } as Store['certificates'];
    await sweepPacks({ certificates }, blobs, log, signal, now);
    expect(await keys()).toEqual([key('referenced'), key('fresh orphan')].sort());
    // One query for the packs of all tenants.
    expect(questions).toBe(1);
  });
});

describe('the sweep of thumbnails', () => {
  it('deletes old ones that nothing shows, with their objects, a page at a time', async () => {
    const now = new Date();
    const day = 24 * hour;
    const keyOf = (name: string) => `pictures/${hash('sha256', name)}.png`;
    const names = ['shown', 'unused', 'stored again', 'without an object'];
    const all = names.map((name, index) => ({ _id: `${index}`, key: keyOf(name) }));
    await put(keyOf('shown'), randomBytes(10), 2 * day);
    await put(keyOf('unused'), randomBytes(10), 2 * day);
    await put(keyOf('stored again'), randomBytes(10), hour);
    const deleted: string[] = [];
    const acrossTenants = {
      oldThumbnails: async (_before: Date, _limit: number, after = '') =>
        all.filter(({ _id }) => _id > after).slice(0, 2),
      picturesInUse: async () => new Set([keyOf('shown')]),
      deleteThumbnails: async (ids: readonly string[]) => deleted.push(...ids),
    };
    const assets = { acrossTenants } as unknown as Store['assets'];
    await sweepThumbnails({ assets }, blobs, log, signal, now);
    expect(await keys()).toEqual([keyOf('shown'), keyOf('stored again')].sort());
    expect(deleted).toEqual(['1', '3']);
  });
});

describe('the sweep of zips', () => {
  it('deletes expired ones and those that no batch refers to', async () => {
    const [expired, orphan, kept] = [1, 2, 3].map((fence) => archiveKey(tenantId, batchId, fence)) as [
      string,
      string,
      string,
    ];
    await put(expired, randomBytes(10), limits.archiveKeptMs + 1);
    await put(orphan, randomBytes(10), limits.archiveKeptMs + 2 * hour);
    await put(kept, randomBytes(10), limits.archiveKeptMs - hour);
    const forgotten: string[] = [];
    const batches = {
      acrossTenants: {
        expiredDownloads: async () => [{ tenantId, batchId, key: expired }],
        forgetDownload: async (_batchId: string, key: string) => void forgotten.push(key),
      },
    } as unknown as Store['batches'];
    await sweepArchives({ batches }, blobs, log);
    expect(await keys()).toEqual([kept]);
    expect(forgotten).toEqual([expired]);
  });
});

describe('the sweep of temporary objects', () => {
  it('deletes what no call can still read', async () => {
    const left = previewKeys(tenantId, batchId);
    const shared = previewKeys(tenantId, 'c'.repeat(24));
    await put(left.design, randomBytes(10), serviceLimits.temporaryKeptMs + 1_000);
    await put(left.pdf, randomBytes(10), serviceLimits.temporaryKeptMs + 1_000);
    await put(shared.pdf, randomBytes(10), serviceLimits.previewWaitMs);
    await sweepTemporary(blobs, log);
    expect(await keys()).toEqual([shared.pdf]);
  });

  it('keeps a preflight as a whole while it goes on or waits, and for some time after its end', async () => {
    const { temporaryKeptMs, preflightKeptMs } = serviceLimits;
    const old = 3 * temporaryKeptMs;
    /** The request is old; the state was written `age` ms ago. */
    async function store(digit: string, state: Partial<PreflightState>, age: number): Promise<string[]> {
      const of = preflightKeys(tenantId, digit.repeat(24));
      const json = (value: unknown) => Buffer.from(JSON.stringify(value));
      for (const key of [of.request, of.rows(0), of.rows(1)]) await put(key, json({}), Math.max(old, age));
      await put(of.state, json({ ...newPreflightState(600), ...state }), age);
      return [of.request, of.rows(0), of.rows(1), of.state];
    }
    const kept = [
      ...(await store('1', { state: 'running', checked: 500 }, 1_000)),
      // It waits for its turn.
      ...(await store('2', { state: 'running' }, preflightKeptMs - 60_000)),
      ...(await store('3', { state: 'done' }, temporaryKeptMs - 60_000)),
    ];
    await store('4', { state: 'done' }, temporaryKeptMs + 1_000);
    await store('5', { state: 'failed' }, temporaryKeptMs + 1_000);
    await store('6', { state: 'running' }, preflightKeptMs + 1_000);
    const [request] = await store('7', { state: 'running' }, temporaryKeptMs + 1_000);
    // The person has left it.
    await blobs.delete(request!);
    const broken = preflightKeys(tenantId, '8'.repeat(24));
    for (const key of [broken.request, broken.state])
      await put(key, randomBytes(10), temporaryKeptMs + 1_000);
    await sweepTemporary(blobs, log);
    expect((await keys()).sort()).toEqual(kept.sort());
  });
});

describe('the scrub', () => {
  it('finds a prefix that changed on disk and quarantines it when it cannot be recompiled', async () => {
    const bytes = randomBytes(1_000_000);
    const sha256 = hash('sha256', bytes);
    await put(prefixKey(tenantId, sha256), bytes);
    const other = randomBytes(1_000);
    const damaged = prefixKey(tenantId, hash('sha256', other));
    const bad = other.fill(other[500]! ^ 1, 500, 501);
    await put(damaged, bad);
    const registry = createMetrics('test');
    const parts = {
      blobs,
      templates: { restorePrefix: async () => false },
      metrics: createWorkMetrics(registry),
      log,
    };
    expect(await scrubPrefixes(parts, signal)).toEqual({ read: 2, damaged: [damaged], restored: [] });
    expect(await blobs.head(damaged)).toBeUndefined();
    expect((await blobs.read(damagedKey(damaged))).equals(bad)).toBe(true);
    expect(await scrubPrefixes(parts, signal)).toEqual({ read: 1, damaged: [], restored: [] });
    expect(await registry.metrics()).toMatch(/sello_damaged_objects_total\{kind="prefix"[^}]*\} 1/);
  });
});

describe('a prefix', () => {
  const bytes = randomBytes(1_000);
  const sha256 = hash('sha256', bytes);
  const prefix = { key: prefixKey(tenantId, sha256), sha256, size: bytes.byteLength };

  it('is restored when the stored bytes do not match its key', async () => {
    await put(prefix.key, randomBytes(999));
    await storePrefix(blobs, prefix, bytes);
    expect((await blobs.read(prefix.key)).equals(bytes)).toBe(true);
  });

  it('is a fault when the bytes read back differ from those stored', async () => {
    const lying: Blobs = { ...blobs, read: async () => randomBytes(5) };
    const error = await storePrefix(lying, prefix, bytes).catch((reason: unknown) => reason);
    expect(isAppError(error, 'unavailable')).toBe(true);
  });
});
