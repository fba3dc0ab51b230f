import type { Blobs } from '@sello/blobs';
import type { Service } from '@sello/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRenderWorker } from '../src/index.ts';
import { countDatabase, countRedis } from './counting-proxy.ts';
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
/** Handshakes and polling for jobs, which no chunk waits for. */
const background =
  /^(hello|ismaster|ping|endSessions|getMore|client|info|bzpopmin|find upkeepMarks|.* upkeepMarks)\b/i;
/** Progress is counted at most five times a second per batch, however many chunks run. */
const ofProgress = /^(aggregate batchItems|findAndModify batches|find batches|set|xadd)$/;
/** The commands of a transaction, which is one request. */
const inTransaction = /^(multi|zremrangebyscore|zadd|zcard|zrange|pexpire)$/;

let fixture: Fixture;
let worker: Service;
let database: Awaited<ReturnType<typeof countDatabase>>;
let redis: Awaited<ReturnType<typeof countRedis>>;
let asked = 0;
beforeAll(async () => {
  fixture = await openFixture();
  database = await countDatabase(fixture.config.MONGO_URL);
  redis = await countRedis(fixture.config.REDIS_URL);
  const config = { ...fixture.config, MONGO_URL: database.url, REDIS_URL: redis.url };
  const counted = Object.fromEntries(
    Object.entries(fixture.blobs).map(([name, call]) => [
      name,
      (...given: unknown[]) => {
        asked++;
        return (call as (...given: unknown[]) => unknown)(...given);
      },
    ]),
  ) as unknown as Blobs;
  const hour = 60 * 60_000;
  worker = await createRenderWorker(config, { log, blobs: counted, filesEveryMs: hour, gapsEveryMs: hour });
  await worker.start();
});
afterAll(async () => {
  await worker?.close();
  await database?.close();
  await redis?.close();
  await fixture?.close();
});

it('a chunk of fifty certificates takes about nine round trips to the database, four to the queue and five to the object store', async () => {
  const students = Array.from({ length: rows + 1 }, (_, index) => buildStudent(index));
  const [first, ...items] = await addStudents(fixture, students);
  const signing = await addSigningCertificate(fixture);
  // Compiles the template and decrypts the key before anything is counted.
  await followBatch(fixture, () => createBatch(fixture, 'generate', [first!], signing));
  for (const proxy of [database, redis]) proxy.take();
  asked = 0;
  const { batch } = await followBatch(
    fixture,
    () => createBatch(fixture, 'generate', items, signing),
    120_000,
  );
  expect(batch).toMatchObject({ done: rows, failed: 0 });
  const perChunk = (proxy: { take(): Map<string, number> }) => {
    const kept = [...proxy.take()].filter(
      ([name]) => !background.test(name) && !ofProgress.test(name) && !inTransaction.test(name),
    );
    return { commands: kept, each: kept.reduce((sum, [, count]) => sum + count, 0) / chunks };
  };
  const ofDatabase = perChunk(database);
  const ofQueue = perChunk(redis);
  // Two commands claim its rows, one reads its students, four issue, one finishes; the rest is shared by several chunks.
  expect(ofDatabase.each, JSON.stringify(ofDatabase.commands)).toBeLessThan(11);
  // One ends the job and brings the next; enqueuing and noting are shared, the jobs of one request count each. How often
  // a worker finds nothing to do and asks again, and how many share a note, depends on the machine: 3.8 to 5.3 were seen.
  expect(ofQueue.each, JSON.stringify(ofQueue.commands)).toBeLessThan(6);
  // Two reads of the marker, put and head of the pack, head of the prefix.
  expect(asked / chunks).toBeLessThan(6);
}, 180_000);
