import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Blobs, createObjectStoreGuard, markerKey, openBlobs } from '@sello/blobs';
import { freePort } from '@sello/dev-stack';
import { createMetrics, isAppError, readConfig, type Service } from '@sello/kit';
import { createRenderThread, loadFonts } from '@sello/render';
import { type CertificateRecord, type NewBatchItem, openStore, type Store } from '@sello/store';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { variables } from '../src/index.ts';
import { createTemplateCompiler } from '../src/issuing/template-compiler.ts';
import { createTemplates } from '../src/issuing/templates.ts';
import { createWorkMetrics } from '../src/metrics.ts';
import { scrubPrefixes } from '../src/upkeep/scrub.ts';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  createBatch,
  type Fixture,
  followBatch,
  log,
  openFixture,
  startWorker,
} from './fixture.ts';

// Certificates shown as issued stay downloadable, whatever happens to the object store while the services run.

let fixture: Fixture;
let worker: Service;
let signing: string;
let folder: string;
let internal: string;
let items: NewBatchItem[];
let former: Map<string, CertificateRecord>;
beforeAll(async () => {
  fixture = await openFixture();
  signing = await addSigningCertificate(fixture);
  folder = fixture.config.BLOBS;
  internal = `127.0.0.1:${await freePort()}`;
  worker = await startWorker({ config: readConfig(variables, { ...fixture.env, INTERNAL_PORT: internal }) });
  items = await addStudents(fixture, [buildStudent(1), buildStudent(2), buildStudent(3)]);
});
afterAll(async () => {
  await worker?.close();
  await fixture?.close();
});
beforeEach(async () => {
  await issue();
  former = await current();
});

const current = (): Promise<Map<string, CertificateRecord>> =>
  fixture.store.certificates.validOf(
    fixture.tenantId,
    items.map((item) => item.studentId!),
  );
const prefixOf = (certificates: Map<string, CertificateRecord>) => [...certificates.values()][0]!.prefix;
const pathOf = (key: string): string => join(folder, key);

async function issue() {
  const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
  expect(batch).toMatchObject({ state: 'done', done: items.length, failed: 0 });
}

/** Reads the file of every valid certificate and compares it with the issued hash. */
async function expectIntactFiles(): Promise<void> {
  const valid = await current();
  expect(valid.size).toBe(items.length);
  for (const { prefix, pack, hash: issued } of valid.values()) {
    const file = [await fixture.blobs.read(prefix.key), await fixture.blobs.read(pack.key, { range: pack })];
    expect(hash('sha256', Buffer.concat(file))).toBe(issued);
  }
}

async function readiness() {
  const answer = await fetch(`http://${internal}/readyz`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return { code: answer.status, checks };
}

/** Runs the operator's command as in the image. */
async function acceptStore(...args: string[]): Promise<{ code: number; output: string }> {
  const script = join(import.meta.dirname, '../src/accept-store.ts');
  const run = promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, ...fixture.env },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** Creates a batch while the object store is unknown: nothing is issued until `restore`, then it resumes by itself. */
async function expectToWait(restore: () => Promise<void>): Promise<void> {
  const { batch } = await followBatch(fixture, async () => {
    const ordered = await createBatch(fixture, 'generate', items, signing);
    await vi.waitFor(async () => expect((await fixture.queue.counts()).generate.delayed).toBe(1));
    expect(await readiness()).toMatchObject({ code: 503, checks: { objects: 'ok', objectStore: 'failed' } });
    const { items: rows } = await fixture.store.batches.items(fixture.tenantId, ordered._id);
    expect(rows.map((row) => [row.state, row.attempts])).toEqual(items.map(() => ['queued', 0]));
    expect(await current()).toEqual(former);
    await restore();
    return ordered;
  });
  expect(batch).toMatchObject({ state: 'done', done: items.length, failed: 0 });
  expect(await readiness()).toMatchObject({ code: 200, checks: { objectStore: 'ok' } });
  await expectIntactFiles();
}

describe('a store emptied at run time', () => {
  const away = () => `${folder}-away`;
  beforeEach(async () => {
    await rename(folder, away());
    await mkdir(folder);
  });

  it('makes the worker unready, which issues nothing until the store is restored', async () => {
    await expectToWait(async () => {
      await rm(folder, { recursive: true });
      await rename(away(), folder);
    });
  });

  it('delays zips until it is restored', async () => {
    const rows = items.map(({ studentId, fullName }) => {
      return { studentId: studentId!, fullName, certId: former.get(studentId!)!._id };
    });
    const { batch } = await followBatch(fixture, async () => {
      const ordered = await createBatch(fixture, 'zip', rows);
      await vi.waitFor(async () => expect((await fixture.queue.counts()).zip.delayed).toBe(1));
      await rm(folder, { recursive: true });
      await rename(away(), folder);
      return ordered;
    });
    expect(batch).toMatchObject({ state: 'done', done: items.length, failed: 0 });
  });

  it('is issued into again once an operator has accepted it, after a report of the missing files', async () => {
    const output = await acceptStore();
    expect(output.code).toBe(1);
    expect(output.output).toMatch(/0 of 1 are there/);
    expect(output.output).toMatch(/marker +no marker/);
    expect(output.output).toContain('Nothing was changed');
    await expectToWait(async () => expect((await acceptStore('--yes')).code).toBe(0));
    expect(await acceptStore()).toMatchObject({
      code: 0,
      output: expect.stringContaining('nothing to accept'),
    });
    await rm(away(), { recursive: true });
  });
});

it('a store with the marker of another installation is refused until it is accepted', async () => {
  await writeFile(pathOf(markerKey), JSON.stringify({ objectStoreId: 'f'.repeat(24) }));
  await expectToWait(async () => {
    expect((await acceptStore('--yes')).output).toContain('f'.repeat(24));
  });
});

describe('a store rolled back to before some prefixes were stored', () => {
  it('gets a missing prefix again before a certificate refers to it', async () => {
    await rm(pathOf(prefixOf(former).key));
    await issue();
    await expectIntactFiles();
  });

  it('gets a prefix of another size replaced', async () => {
    const { key, size } = prefixOf(former);
    await truncate(pathOf(key), size - 1);
    await issue();
    await expectIntactFiles();
  });

  it('issues again the prepared certificates of a killed run whose pack is missing', async () => {
    const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
    const prepared = await current();
    for (const { pack } of prepared.values()) await rm(pathOf(pack.key), { force: true });
    await takeBackToPrepared(batch._id);
    await fixture.queue.enqueue('generate', {
      tenantId: fixture.tenantId,
      batchId: batch._id,
      from: 0,
      to: 3,
    });
    await vi.waitFor(expectIntactFiles);
    expect([...(await current()).keys()].sort()).toEqual([...prepared.keys()].sort());
  });
});

/** Restores the state of a run that was killed after it inserted its certificates. */
async function takeBackToPrepared(batchId: string): Promise<void> {
  const raw = await mongo();
  try {
    await raw.collection('certificates').updateMany({ batchId }, { $set: { state: 'prepared' } });
    await raw
      .collection('batchItems')
      .updateMany({ batchId }, { $set: { state: 'queued', leaseUntil: new Date(0), attempts: 1 } });
    await raw
      .collection('batches')
      .updateOne({ _id: batchId as never }, { $set: { state: 'running', done: 0 }, $unset: { endedAt: '' } });
  } finally {
    await raw.destroy();
  }
}

async function mongo() {
  const { default: mongoose } = await import('mongoose');
  return mongoose.createConnection(fixture.config.MONGO_URL).asPromise();
}

describe('one bit flipped in a prefix', () => {
  async function flipBit(): Promise<string> {
    const { key } = prefixOf(former);
    const bytes = await readFile(pathOf(key));
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(pathOf(key), bytes);
    return key;
  }

  async function scrub(fonts: Awaited<ReturnType<typeof loadFonts>>) {
    const registry = createMetrics('test');
    const thread = createRenderThread({ folder: undefined, budgetMs: 5_000 });
    const templates = createTemplates(
      fixture.store,
      fixture.blobs,
      createTemplateCompiler(fonts, thread),
      log,
    );
    const parts = { blobs: fixture.blobs, templates, metrics: createWorkMetrics(registry), log };
    const result = await scrubPrefixes(parts, new AbortController().signal).finally(() => thread.close());
    expect(await registry.metrics()).toMatch(/sello_damaged_objects_total\{kind="prefix"[^}]*\} 1/);
    return result;
  }

  it('is found by the scrub, and the prefix is recompiled and restored', async () => {
    const key = await flipBit();
    const result = await scrub(await loadFonts({ folder: undefined }));
    expect(result).toMatchObject({ damaged: [key], restored: [key] });
    await expectIntactFiles();
  });

  it('quarantines the prefix when it compiles to other bytes, and issues nothing from the damaged one', async () => {
    const key = await flipBit();
    const fonts = await loadFonts({ folder: undefined });
    // Simulates a template that compiles to other bytes: no revision refers to this prefix any more.
    const raw = await mongo();
    await raw.collection('templateRevisions').updateMany({}, { $set: { prefixes: [] } });
    await raw.destroy();
    expect(await scrub(fonts)).toMatchObject({ damaged: [key], restored: [] });
    expect(await fixture.blobs.head(key)).toBeUndefined();
    // The worker has the right bytes in memory and restores them before it issues.
    await issue();
    await expectIntactFiles();
  });
});

describe('the marker', () => {
  let databases = 0;
  async function installation(run: (store: Store, blobs: Blobs, blobsFolder: string) => Promise<void>) {
    const url = new URL(fixture.config.MONGO_URL);
    url.pathname = `/installation_${++databases}`;
    const store = await openStore({ url: url.href });
    const blobsFolder = `${folder}-installation-${databases}`;
    const blobs = openBlobs({ url: blobsFolder });
    try {
      await run(store, blobs, blobsFolder);
    } finally {
      await blobs.close();
      await store.close();
      await rm(blobsFolder, { recursive: true, force: true });
    }
  }
  const codeOf = (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => undefined,
      (error: unknown) => (isAppError(error) ? error.code : error),
    );

  it('is the same for processes that start concurrently on a fresh installation', async () => {
    await installation(async (store, blobs) => {
      const guards = Array.from({ length: 12 }, () => createObjectStoreGuard(blobs, store.installation, log));
      await Promise.all(guards.map((guard) => guard.check()));
      const { known, found } = await guards[0]!.inspect();
      expect(found).toBe(known);
      await Promise.all(guards.map((guard) => guard.check()));
    });
  });

  it('of another installation is refused by a fresh database, until it is accepted', async () => {
    await installation(async (first, blobs) => {
      const owner = createObjectStoreGuard(blobs, first.installation, log);
      await owner.check();
      await installation(async (second) => {
        const taker = createObjectStoreGuard(blobs, second.installation, log);
        expect(await codeOf(taker.check())).toBe('object_store_unknown');
        await taker.accept();
        await taker.check();
        // A store has one owner: the former one now refuses it.
        expect(await codeOf(owner.check())).toBe('object_store_unknown');
      });
    });
  });

  it('is not recreated in an empty store for a database that had one', async () => {
    await installation(async (store, blobs, blobsFolder) => {
      await createObjectStoreGuard(blobs, store.installation, log).check();
      await rm(blobsFolder, { recursive: true });
      expect(await codeOf(createObjectStoreGuard(blobs, store.installation, log).check())).toBe(
        'object_store_unknown',
      );
    });
  });

  it('is created for an installation from before markers, when its store has the issued files', async () => {
    const [known] = [...former.values()] as [CertificateRecord];
    await installation(async (store, blobs) => {
      await store.certificates.issue(known.tenantId, [known]);
      const guard = createObjectStoreGuard(blobs, store.installation, log);
      await blobs.put(known.prefix.key, await fixture.blobs.read(known.prefix.key));
      expect(await codeOf(guard.check())).toBe('object_store_unknown');
      await blobs.put(known.pack.key, await fixture.blobs.read(known.pack.key));
      await guard.check();
    });
  });

  it('is not created for a fresh database when the store holds certificates of a lost one', async () => {
    await installation(async (store, blobs) => {
      await blobs.put('certificates/packs/2026-01-01/x/y', Buffer.from('tails'));
      expect(await codeOf(createObjectStoreGuard(blobs, store.installation, log).check())).toBe(
        'object_store_unknown',
      );
    });
  });
});
