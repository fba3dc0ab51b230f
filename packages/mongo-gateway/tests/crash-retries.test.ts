import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Db, Long, MongoClient, UUID } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockTable, countCallsBeforeCrash } from './engine.ts';
import { RawClient } from './raw-client.ts';
import { errorOf, startTestGateway } from './test-server.ts';

type Row = { _id: number; n?: number };

// Statements that crash the engine, and how often each is executed. Drivers retry by themselves, too.
let testGateway: Awaited<ReturnType<typeof startTestGateway>>;
let client: MongoClient;
/** A client without retries. */
let plain: MongoClient;
let raw: RawClient;

beforeAll(async () => {
  testGateway = await startTestGateway();
  const { url } = testGateway.gateway;
  client = await MongoClient.connect(url);
  plain = await MongoClient.connect(url, { retryReads: false, retryWrites: false });
  raw = await RawClient.to(testGateway.gateway.port);
  const rows = Array.from({ length: 5 }, (_, _id) => ({ _id }));
  await client.db('crashes').collection<Row>('rows').insertMany(rows);
});
afterAll(async () => {
  raw?.end();
  for (const each of [client, plain]) await each?.close();
  await testGateway?.stop();
});

const rowsOf = (db: Db) => db.collection<Row>('rows');
/** Like a driver that keeps retrying: the same write five times, with the same number. */
async function repeatUntilDone(command: object): Promise<void> {
  const part = { lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), $db: 'crashes' };
  for (let time = 0; time < 5; time++)
    expect(await raw.ask({ ...command, ...part })).toMatchObject({ ok: 0 });
  throw new Error('the write did not succeed');
}
const update = (db: Db) => rowsOf(db).updateOne({ _id: 1 }, { $inc: { n: 1 } });

describe('a statement that crashes the engine', () => {
  type Case = [
    what: string,
    fn: string,
    times: number,
    as: () => MongoClient,
    work: (db: Db) => Promise<unknown>,
  ];
  const FIND = 'documentdb_api.find_cursor_first_page';
  const AGGREGATE = 'documentdb_api.aggregate_cursor_first_page';
  const cases: Case[] = [
    ['a find', FIND, 2, () => plain, (db) => rowsOf(db).find().toArray()],
    ['a find that the driver retries', FIND, 2, () => client, (db) => rowsOf(db).find().toArray()],
    ['a find with a time limit', FIND, 2, () => client, (db) => rowsOf(db).findOne({}, { maxTimeMS: 9_000 })],
    [
      'an aggregation',
      AGGREGATE,
      2,
      () => client,
      (db) =>
        rowsOf(db)
          .aggregate([{ $match: {} }])
          .toArray(),
    ],
    [
      '$out',
      AGGREGATE,
      1,
      () => client,
      (db) =>
        rowsOf(db)
          .aggregate([{ $out: 'copy' }])
          .toArray(),
    ],
    [
      '$merge with a time limit',
      AGGREGATE,
      1,
      () => client,
      (db) =>
        rowsOf(db)
          .aggregate([{ $match: {} }, { $merge: { into: 'copy' } }], { maxTimeMS: 9_000 })
          .toArray(),
    ],
    [
      '$merge below another stage',
      AGGREGATE,
      1,
      () => plain,
      (db) =>
        rowsOf(db)
          .aggregate([{ $unionWith: { coll: 'rows', pipeline: [{ $merge: 'copy' }] } }])
          .toArray(),
    ],
    [
      'a page of a cursor',
      'documentdb_api.cursor_get_more',
      2,
      () => client,
      (db) => rowsOf(db).find({}, { batchSize: 2 }).toArray(),
    ],
    ['an update without retries', 'documentdb_api.update', 1, () => plain, update],
    ['an update', 'documentdb_api.update', 2, () => client, update],
    [
      'an update retried for ever',
      'documentdb_api.update',
      2,
      () => client,
      () => repeatUntilDone({ update: 'rows', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] }),
    ],
    [
      'several inserts retried for ever',
      'documentdb_api.insert',
      2,
      () => client,
      () => repeatUntilDone({ insert: 'rows', documents: [{ _id: 71 }, { _id: 72 }] }),
    ],
    [
      'a find-and-modify retried for ever',
      'documentdb_api.find_and_modify',
      2,
      () => client,
      () => repeatUntilDone({ findAndModify: 'rows', query: { _id: 1 }, update: { $inc: { n: 1 } } }),
    ],
    [
      'an index',
      'documentdb_api_internal.create_indexes_non_concurrently',
      1,
      () => client,
      (db) => rowsOf(db).createIndex({ n: 1 }),
    ],
    [
      'a transaction',
      'documentdb_api.update',
      2,
      () => client,
      (db) =>
        db.client.withSession((session) =>
          session.withTransaction(async () => {
            await rowsOf(db).findOne({}, { session });
            await rowsOf(db).updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
          }),
        ),
    ],
  ];
  it.each(cases)('is executed no more often than allowed: %s', async (_, fn, times, as, work) => {
    const db = as().db('crashes');
    expect(await countCallsBeforeCrash(testGateway.dataDir, fn, () => errorOf(work(db)))).toBe(times);
    expect((await rowsOf(client.db('crashes')).find().toArray()).length).toBe(5);
  });

  it.each([
    ['one update', { updates: [{ q: { k: 2 }, u: { $inc: { n: 1 } }, upsert: true }] }],
    ['several updates', { updates: [3, 4].map((k) => ({ q: { k }, u: { $inc: { n: 1 } }, upsert: true })) }],
  ])(
    'lets a retryable write of another client succeed without a retry of its driver: %s',
    async (_, part) => {
      const db = client.db('crashes');
      await db.collection('blocked').insertOne({ k: 1 });
      const blocker = await blockTable(testGateway.dataDir, 'crashes', 'blocked');
      const reply = raw.ask({
        update: 'blocked',
        ...part,
        lsid: { id: new UUID() },
        txnNumber: Long.fromNumber(1),
        $db: 'crashes',
      });
      await blocker.crash();
      expect(await reply).toMatchObject({ ok: 1, n: part.updates.length });
      expect(await db.collection('blocked').countDocuments({ n: 1 })).toBe(part.updates.length);
      await db.collection('blocked').drop();
    },
  );

  it('does not keep the statements of other clients from succeeding', async () => {
    const db = client.db('crashes');
    let done = 0;
    let isOn = true;
    const others = Array.from({ length: 4 }, async () => {
      for (; isOn; done++) {
        expect(await rowsOf(db).countDocuments()).toBe(5);
        await db.collection('others').updateOne({ k: 1 }, { $inc: { n: 1 } }, { upsert: true });
      }
    });
    const work = () => errorOf(rowsOf(plain.db('crashes')).find().toArray());
    await countCallsBeforeCrash(testGateway.dataDir, 'documentdb_api.find_cursor_first_page', work);
    isOn = false;
    await Promise.all(others);
    expect((await db.collection('others').findOne())?.n).toBe(done);
  });
});

describe('$documents', () => {
  const crashes = async (): Promise<number> => {
    const text = await readFile(join(testGateway.dataDir, 'postgres.log'), 'utf8');
    return text.split('was terminated by signal').length;
  };

  it.each([
    ['$out', [{ $out: 'rows' }]],
    ['$merge', [{ $merge: 'rows' }]],
    ['$merge', [{ $unionWith: 'rows' }, { $match: {} }, { $merge: { into: 'rows' } }]],
  ])('is refused by name together with %s', async (named, stages) => {
    const before = await crashes();
    const error = await errorOf(
      client
        .db('crashes')
        .aggregate([{ $documents: [{ _id: 1 }] }, ...stages])
        .toArray(),
    );
    expect([error.code, error.message]).toEqual([115, expect.stringContaining(`$documents with ${named}`)]);
    expect(await crashes()).toBe(before);
  });

  it('is accepted alone, and with $merge from another pipeline', async () => {
    const db = client.db('crashes');
    const documents = { $documents: [{ _id: 91 }] };
    expect(await db.aggregate([documents]).toArray()).toEqual([{ _id: 91 }]);
    await rowsOf(db)
      .aggregate([{ $match: { _id: 1 } }, { $unionWith: { pipeline: [documents] } }, { $merge: 'merged' }])
      .toArray();
    expect(await db.collection('merged').countDocuments()).toBe(2);
  });
});
