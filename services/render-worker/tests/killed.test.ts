import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { importObjects } from '@sello/blobs';
import { exportParts, limits } from '@sello/contracts';
import { readConfig, type Service } from '@sello/kit';
import { enqueueFirst } from '@sello/queue';
import { type BatchRecord, idAfter, idOfRow, newId } from '@sello/store';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generous } from '../../../tests/patience.ts';
import { createMailWorker, variables as mailVariables } from '../../mail-worker/src/index.ts';
import { type MailServer, startMailServer } from '../../mail-worker/tests/mail-server.ts';
import { archiveFolder } from '../src/object-keys.ts';
import { readStudents } from '../src/student-imports/read-students.ts';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  createBatch,
  type Fixture,
  followBatch,
  killWorker,
  log,
  openFixture,
  spawnWorker,
} from './fixture.ts';
import { readFiles } from './zip-files.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
const workers: ChildProcess[] = [];
afterAll(async () => {
  await Promise.all(workers.map((worker) => killWorker(worker)));
  await fixture?.close();
});

/** It works on two chunks of at most 50 rows at a time. */
function start(program?: string, more: Record<string, string> = {}): ChildProcess {
  const worker = spawnWorker({ ...fixture.env, GENERATE_CONCURRENCY: '2', ...more }, program);
  workers.push(worker);
  return worker;
}

type Signal = 'SIGKILL' | 'SIGTERM';
/** The only worker that runs, which this signal ends in the middle of its second batch. */
let running: { worker: ChildProcess; signal: Signal | undefined };

/** Starts the worker that finishes what the last one left; without a signal it is an ordinary one. */
function startNext(signal?: Signal): void {
  const worker = signal ? start('stopped-worker.ts', { TEST_SIGNAL: signal }) : start();
  running = { worker, signal };
}

async function rowsIn(state: 'done' | 'running', batchId: string): Promise<number> {
  const { items } = await fixture.store.batches.items(fixture.tenantId, batchId, { state });
  return items.length;
}

/** Creates a batch in which the running worker is ended when some rows are done and some are leased, and starts another. */
async function stopMidway(
  create: () => Promise<BatchRecord>,
  look: (batch: BatchRecord) => Promise<void>,
  next: Signal | undefined,
): Promise<BatchRecord> {
  const { worker, signal } = running;
  const ended = once(worker, 'exit');
  const batch = await create();
  const [code, endedBy] = await ended;
  expect([code, endedBy]).toEqual(signal === 'SIGTERM' ? [0, null] : [null, signal]);
  const done = await rowsIn('done', batch._id);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(batch.total);
  await look(batch);
  startNext(next);
  return batch;
}

/** Rows are leased to the worker that was killed. */
const holdsRows = async ({ _id }: BatchRecord): Promise<void> => {
  expect(await rowsIn('running', _id)).toBeGreaterThan(0);
};

it('issues all certificates but the one that ends each process that works on it, which fails with an error of its own', async () => {
  const { store, queue, tenantId } = fixture;
  const poison = 'Весна';
  const students = Array.from({ length: 8 }, (_, at) =>
    buildStudent(at, { idNumber: `poison-${at}`, ...(at === 5 && { fullName: poison }) }),
  );
  const items = await addStudents(fixture, students);
  const poisoned = items.findIndex(({ fullName }) => fullName === poison);
  const { _id: batchId } = await createBatch(fixture, 'generate', items);
  const chunk = { from: 0, to: items.length };
  // As four workers left it that were killed with all rows of the chunk, the last two while they worked on that row alone.
  for (let time = 0; time < 4; time++) {
    const claim = await store.batches.claim(tenantId, batchId, chunk, { owner: 'killed', leaseMs: -1_000 });
    if (time >= 2) await store.batches.beginAlone(tenantId, batchId, claim.items[poisoned]!);
  }
  const redis = new Redis(fixture.config.REDIS_URL);
  const enqueue = async () => {
    // As the reconciler does, without waiting for it and for the queue.
    await redis.flushall();
    await queue.enqueue('generate', { tenantId, batchId, ...chunk });
  };
  await enqueue();
  // Leases of a second, so that the rows of the killed worker are free soon.
  const third = start('poisoned-worker.ts', { TEST_POISON: poison, TIME_SCALE: '0.05' });
  expect(await once(third, 'exit')).toEqual([null, 'SIGKILL']);
  await enqueue();
  redis.disconnect();
  startNext('SIGKILL');
  const batchOf = () => store.batches.get(tenantId, batchId);
  await vi.waitFor(async () => expect((await batchOf())?.state).toBe('done'), { interval: 50 });
  expect(await batchOf()).toMatchObject({ total: 8, done: 7, failed: 1 });
  const { items: failed } = await store.batches.items(tenantId, batchId, { state: 'failed' });
  expect(failed).toMatchObject([
    { index: poisoned, fullName: poison, error: { code: 'row_ended_worker', details: { times: 3 } } },
  ]);
});

it('writes an organization’s export once, although the worker is killed while it packs', async () => {
  const { store, blobs, tenantId } = fixture;
  const parts = exportParts.map((fullName) => ({ fullName }));
  const zipsOf = async (batchId: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of blobs.list(archiveFolder)) if (key.includes(batchId)) keys.push(key);
    return keys;
  };
  const { batch } = await followBatch(fixture, () =>
    stopMidway(
      () => createBatch(fixture, 'export', parts),
      async ({ _id }) => {
        expect(await store.batches.get(tenantId, _id)).not.toHaveProperty('download');
        expect(await zipsOf(_id)).toEqual([]);
        // As when its lease has expired, which takes 20 seconds.
        await store.batches.releaseBatchLease(tenantId, _id, 1);
      },
      'SIGKILL',
    ),
  );
  expect(batch).toMatchObject({ state: 'done', total: parts.length, done: parts.length, failed: 0 });
  expect(await zipsOf(batch._id)).toEqual([batch.download!.key]);
  const zip = await blobs.read(batch.download!.key);
  expect(zip).toHaveLength(batch.download!.size);
  const names = [...(await readFiles(zip)).keys()];
  expect(names).toEqual(expect.arrayContaining(['students.csv', 'certificates/index.csv', 'audit-log.csv']));
});

it('issues exactly one valid certificate for each row although the worker is killed midway', async () => {
  const signing = await addSigningCertificate(fixture);
  const students = Array.from({ length: 101 }, (_, index) => buildStudent(index));
  const items = await addStudents(fixture, students);
  const { batch } = await followBatch(fixture, () =>
    stopMidway(() => createBatch(fixture, 'generate', items, signing), holdsRows, 'SIGKILL'),
  );
  expect(batch).toMatchObject({ state: 'done', total: 101, done: 101, failed: 0, cancelled: 0 });

  const seen = new Set<string>();
  for await (const certificate of fixture.store.certificates.each(fixture.tenantId)) {
    if (certificate.batchId !== batch._id) continue;
    expect(certificate.state).toBe('valid');
    expect(seen.has(certificate.studentId)).toBe(false);
    seen.add(certificate.studentId);
    expect(await fixture.blobs.head(certificate.pack.key)).toBeDefined();
  }
  expect(seen.size).toBe(101);
  const valid = await fixture.store.certificates.validOf(fixture.tenantId, [...seen]);
  const listed = await fixture.store.students.getMany(fixture.tenantId, [...seen]);
  for (const student of listed) expect(student.certId).toBe(valid.get(student._id)?._id);
});

it('writes each row of an import once although the worker is killed midway', async () => {
  const { store, blobs, tenantId } = fixture;
  // Three chunks.
  const count = 2 * limits.importChunk + 1;
  const importId = newId();
  const options = { existing: 'update' as const };
  const objects = importObjects(blobs, tenantId, importId, options);
  const lines = Array.from({ length: count }, (_, at) => `Killed Midway ${at},KM-${at}`);
  await objects.putCsv(Readable.from(['fullName,idNumber\n', lines.join('\n'), '\n']));
  await objects.putFacts({ fileName: 'killed.csv', size: 1, sha256: 'a'.repeat(64), origin: importId });
  await readStudents(
    { store, blobs },
    { tenantId, importId, ...options },
    { onProgress: () => {}, signal: AbortSignal.timeout(generous) },
  );
  const { parts } = await objects.comparison();
  const compared = (await Promise.all(parts.map(({ part }) => objects.preview(part)))).flat();
  const rows = compared.map(({ row, fullName }) => ({ row, fullName, studentId: idOfRow(importId, row) }));
  const source = { importId, origin: importId, sha256: 'a'.repeat(64), failed: 0, ...options };
  const { batch } = await followBatch(fixture, () =>
    stopMidway(
      () => createBatch(fixture, 'import', rows, undefined, undefined, source),
      holdsRows,
      'SIGTERM',
    ),
  );
  expect(batch).toMatchObject({ state: 'done', total: count, done: count, failed: 0, cancelled: 0 });
  expect(await store.batches.outcomes(tenantId, batch._id)).toMatchObject({ added: count });
  const numbers = new Set<string>();
  let listed = 0;
  for await (const { _id } of store.students.eachChosen(tenantId, { search: 'Killed Midway' })) {
    listed++;
    numbers.add(_id);
  }
  expect([listed, numbers.size]).toEqual([count, count]);
});

it('releases its rows at once on SIGTERM, and another worker finishes the batch', async () => {
  const signing = await addSigningCertificate(fixture);
  const students = Array.from({ length: 201 }, (_, index) =>
    buildStudent(index, { idNumber: `drain-${index}` }),
  );
  const items = await addStudents(fixture, students);
  const { batch } = await followBatch(fixture, () =>
    stopMidway(
      () => createBatch(fixture, 'generate', items, signing),
      async ({ _id }) => expect(await rowsIn('running', _id)).toBe(0),
      undefined,
    ),
  );
  expect(batch).toMatchObject({ state: 'done', done: 201, failed: 0 });
  const { items: rows } = await fixture.store.batches.items(fixture.tenantId, batch._id);
  expect(new Set(rows.map((row) => row.attempts))).toEqual(new Set([1]));
});

describe('with a mail server', () => {
  let server: MailServer;
  let mailWorker: Service;
  beforeAll(async () => {
    server = await startMailServer();
    const config = readConfig(mailVariables, {
      ...fixture.env,
      ...{ SMTP_URL: server.url, MAIL_FROM: 'certificates@sello.test', MAIL_QUOTA_UNPROVEN: '400/300' },
      DKIM_KEYS_PRIVATE: fixture.env.SIGNING_KEYS_PRIVATE,
    });
    mailWorker = await createMailWorker(config, { log });
    await mailWorker.start();
  });
  afterAll(async () => {
    await mailWorker?.close();
    await server?.close();
  });

  it('one e-mail each is in the inbox although the worker that ended the certificates is killed before it has written them', async () => {
    const { store, queue, tenantId } = fixture;
    const students = Array.from({ length: 40 }, (_, at) =>
      buildStudent(at, { idNumber: `mailed-${at}`, email: `alumna-${at}@example.org` }),
    );
    const items = await addStudents(fixture, students);
    const made = await store.batches.create(tenantId, {
      ...{ kind: 'generate', title: 'Farmacia', createdBy: newId(), items },
      afterwards: { emails: { language: 'es' } },
    });
    const batchId = made._id;
    const mailId = idAfter(batchId, 'emails');
    await enqueueFirst(queue, store.batches.nextChunks, { tenantId, batchId, kind: 'generate' });
    await vi.waitFor(async () => expect((await store.batches.get(tenantId, batchId))?.state).toBe('done'), {
      interval: 1,
    });
    await killWorker(running.worker);
    // As when the lease of the killed worker has expired, which takes seconds.
    const now = new Date(Date.now() + 3_600_000);
    await store.batches.takeAfterwards(tenantId, batchId, { leaseMs: -3_600_000, now });
    startNext();
    await vi.waitFor(
      async () =>
        expect(await store.batches.get(tenantId, mailId)).toMatchObject({ state: 'done', done: 40 }),
      { interval: 50 },
    );
    const received = server.mails.map(({ to }) => to).sort();
    expect(received).toEqual(students.map(({ email }) => email!).sort());
  });
});
