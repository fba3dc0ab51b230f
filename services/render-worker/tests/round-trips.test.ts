import type { Blobs } from '@sello/blobs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRenderWorker } from '../src/index.ts';
import { countDatabase, countRedis, createCallChain } from './counting-proxy.ts';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  createBatch,
  type Fixture,
  followBatch,
  log,
  openFixture,
} from './fixture.ts';

const chunks = 12;
const rows = chunks * 50;
/** Handshakes, upkeep, renewed leases and polling for jobs, which no chunk waits for. */
const background =
  /^(hello|ismaster|ping|endSessions|getMore|client|info|eval|hset|zadd|bzpopmin|\$cmd|.* (upkeepMarks|erasures)|.* to renew a lease)\b/i;
/** Progress is counted at most five times a second per batch, however many chunks run. */
const ofProgress = /^(aggregate batchItems|findAndModify batches|find batches|set|xadd)$/;
/** Enqueuing the next chunks while certificates are written. */
const meanwhile = /^(find batches|update batches)$/;
// What is asked once in a time is counted as a platform asks for it.
vi.hoisted(() => {
  process.env.TIME_SCALE = '1';
});

/** Read once a second for each batch. */
const onceASecond = /^find (tenants|domains|signingCertificates|certificates)$/;
/** Shared by several chunks; how many share one, and how often an idle worker asks for a job, depends on the machine. */
const shared = /^(exec|evalsha|update batches|head prefix)$/;
/** The calls of every chunk. */
const ofEveryChunk = {
  // Claims the rows, and writes their outcomes.
  'update batchItems': 2,
  // Reads the rows with their students while they are claimed.
  'aggregate batchItems with joined rows': 1,
  // Stores the pack; confirms it and reads the object store's marker.
  ...{ 'put pack': 1, 'head pack': 1, 'read marker': 1 },
  'insert certificates': 1,
  'update students': 1,
  // Ends the job and brings the next.
  evalsha: 1,
};

let fixture: Fixture;
let signing: string;
beforeAll(async () => {
  fixture = await openFixture({ isComplex: true });
  signing = await addSigningCertificate(fixture);
});
afterAll(async () => {
  await fixture?.close();
});

/** Issues `rows` certificates of new students with a worker whose calls are counted. */
async function countCalls(concurrency: number, firstStudent: number) {
  const chain = createCallChain();
  const isWaitedFor = (name: string) =>
    ![background, meanwhile, ofProgress, onceASecond].some((others) => others.test(name));
  const database = await countDatabase(fixture.config.MONGO_URL, { chain, isWaitedFor });
  const redis = await countRedis(fixture.config.REDIS_URL, { chain, isWaitedFor });
  const config = {
    ...{ ...fixture.config, GENERATE_CONCURRENCY: concurrency },
    ...{ MONGO_URL: database.url, REDIS_URL: redis.url },
  };
  const objects = new Map<string, number>();
  const counted = Object.fromEntries(
    Object.entries(fixture.blobs).map(([name, call]) => [
      name,
      (...given: unknown[]) => {
        const kind = `${name} ${/(marker|pack|prefix)/.exec(String(given[0]))?.[1]}`;
        objects.set(kind, (objects.get(kind) ?? 0) + 1);
        const end = chain.begin();
        const answer = (call as (...given: unknown[]) => unknown)(...given);
        void Promise.resolve(answer).then(end, end);
        return answer;
      },
    ]),
  ) as unknown as Blobs;
  const hour = 60 * 60_000;
  const worker = await createRenderWorker(config, {
    ...{ log, blobs: counted, filesEveryMs: hour, gapsEveryMs: hour },
  });
  await worker.start();
  try {
    const students = Array.from({ length: rows + 1 }, (_, index) => buildStudent(firstStudent + index));
    const [first, ...items] = await addStudents(fixture, students);
    // Compiles the template and decrypts the key before anything is counted.
    await followBatch(fixture, () => createBatch(fixture, 'generate', [first!], signing));
    for (const proxy of [database, redis]) proxy.take();
    objects.clear();
    chain.take();
    const start = performance.now();
    const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
    expect(batch).toMatchObject({ done: rows, failed: 0 });
    const found = [...database.take(), ...redis.take(), ...objects];
    const counts = new Map(found.filter(([name]) => !background.test(name) && !ofProgress.test(name)));
    const seconds = Math.ceil((performance.now() - start) / 1_000) + 1;
    return { counts, waitedFor: chain.take(), seconds };
  } finally {
    await worker.close();
    await database.close();
    await redis.close();
  }
}

it('a chunk of fifty certificates takes nine round trips to database, queue and object store, and its share of common ones', async () => {
  const { counts, seconds } = await countCalls(4, 0);
  const all = JSON.stringify([...counts]);
  expect(Object.values(ofEveryChunk).reduce((sum, each) => sum + each, 0)).toBe(9);
  // The marker is also read before rows of a batch are claimed, once a second.
  counts.set(
    'read marker',
    counts.get('read marker')! - Math.min(seconds, counts.get('read marker')! - chunks),
  );
  // A second run of a job, which the queue gives when the first is slow, claims nothing and asks who holds the rows.
  const again = counts.get('find batchItems') ?? 0;
  counts.delete('find batchItems');
  for (const name of ['update batchItems', 'aggregate batchItems with joined rows'] as const) {
    const more = counts.get(name)! - ofEveryChunk[name] * chunks;
    counts.set(name, counts.get(name)! - Math.max(0, Math.min(again, more)));
  }
  const ofChunk = [...counts].filter(([name]) => !onceASecond.test(name) && !shared.test(name));
  const { evalsha, ...others } = ofEveryChunk;
  expect(Object.fromEntries(ofChunk.map(([name, count]) => [name, Math.floor(count / chunks)])), all).toEqual(
    others,
  );
  const ofSeveral = [...counts].filter(([name]) => shared.test(name));
  const sum = ofSeveral.reduce((total, [, count]) => total + count, 0) - evalsha * chunks - seconds;
  expect(sum / chunks, all).toBeLessThan(5);
});

it('seven of them, and its share of the common ones, are waited for one after the other', async () => {
  const { waitedFor, seconds } = await countCalls(1, 10_000);
  // The first chunk of each second checks the object store before its claim and the prefix; an idle worker asks for a job.
  expect((waitedFor - 2 * seconds) / chunks).toBeLessThan(7.75);
});
