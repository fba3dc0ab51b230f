// Benchmarks of the embedded database. Each result is compared with the same work sent directly through `pg`,
// interleaved in one run, so that it shows the gateway's share of the cost on any machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'bson';
import { type Collection, MongoClient } from 'mongodb';
import pg from 'pg';
import { median } from '../../../bench/measure/median.ts';
import type { Row } from '../../../scripts/bench.ts';
import { startMongoGateway } from '../src/index.ts';
import { SupervisedGateway } from '../tests/proof/supervised.ts';

interface Student {
  _id: number;
  name: string;
  score: number;
  tags: string[];
}

const CLIENTS = 16;
const ROUNDS = 5;
const ROUND_MS = 700;
const BULK = 1_000;
const STARTS = 3;
const BESIDE = 'the same statements straight through pg';

function student(_id: number): Student {
  return { _id, name: `Student number ${_id}`, score: _id % 11, tags: ['a', 'b'] };
}

let lastId = 0;

/** One kind of work, through the gateway and directly; each call does it once. */
interface Work {
  name: string;
  /** Documents per call. */
  each: number;
  gateway(): Promise<unknown>;
  straight(): Promise<unknown>;
}

function works(collection: Collection<Student>, pool: pg.Pool, known: number): Work[] {
  const run = (name: string, text: string, command: object) =>
    pool.query({ name, text, values: ['bench', Buffer.from(serialize(command))] });
  const insert = 'SELECT p_result FROM documentdb_api.insert($1, $2, NULL, NULL)';
  const update = 'SELECT p_result FROM documentdb_api.update($1, $2, NULL, NULL)';
  const find = 'SELECT cursorpage FROM documentdb_api.find_cursor_first_page($1, $2, 0)';
  const any = (): number => Math.floor(Math.random() * known);
  const many = (): Student[] => Array.from({ length: BULK }, () => student(++lastId));
  return [
    {
      name: 'insert one',
      each: 1,
      gateway: () => collection.insertOne(student(++lastId)),
      straight: () => run('i', insert, { insert: 'students', documents: [student(++lastId)] }),
    },
    {
      name: 'find by key',
      each: 1,
      gateway: () => collection.findOne({ _id: any() }),
      straight: () => run('f', find, { find: 'students', filter: { _id: any() }, limit: 1 }),
    },
    {
      name: 'update by key',
      each: 1,
      gateway: () => collection.updateOne({ _id: any() }, { $inc: { score: 1 } }),
      straight: () =>
        run('u', update, { update: 'students', updates: [{ q: { _id: any() }, u: { $inc: { score: 1 } } }] }),
    },
    {
      name: `bulk insert, ${BULK} a call`,
      each: BULK,
      gateway: () => collection.insertMany(many()),
      straight: () => run('i', insert, { insert: 'students', documents: many() }),
    },
  ];
}

/** Documents per second with all clients working concurrently. */
async function rate(call: () => Promise<unknown>, each: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - began < ROUND_MS) {
      await call();
      done += each;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (done * 1_000) / (performance.now() - began);
}

async function throughput(dataDir: string): Promise<Row[]> {
  // A separate process, as in production, so that it shares no event loop with the clients.
  const gateway = new SupervisedGateway(dataDir);
  await gateway.start();
  const client = await MongoClient.connect(gateway.url, { maxPoolSize: CLIENTS, minPoolSize: CLIENTS });
  const pool = new pg.Pool({
    host: join(dataDir, 'cluster'),
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    max: CLIENTS,
  });
  // A connection may still be closing when PostgreSQL is stopped.
  pool.on('error', () => {});
  try {
    const collection = client.db('bench').collection<Student>('students');
    const known = 20_000;
    await collection.insertMany(Array.from({ length: known }, (_, i) => student(i)));
    lastId = known;
    const rows: Row[] = [];
    for (const work of works(collection, pool, known)) {
      const [ours, straight]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await rate(work.gateway, work.each));
        straight.push(await rate(work.straight, work.each));
      }
      const value = median(ours);
      rows.push({
        name: `database: ${work.name}, ${CLIENTS} clients`,
        value: Math.round(value),
        unit: 'documents/s',
        beside: { [BESIDE]: Number((value / median(straight)).toFixed(3)) },
      });
    }
    return rows;
  } finally {
    await client.close();
    await pool.end();
    await gateway.stop();
  }
}

/** Time from the call to the response of the first ping, ms. */
async function timeToPing(dataDir: string): Promise<number> {
  const began = performance.now();
  const gateway = await startMongoGateway({ dataDir });
  const client = await MongoClient.connect(gateway.url);
  await client.db('bench').command({ ping: 1 });
  const took = performance.now() - began;
  await client.close();
  await gateway.close();
  return took;
}

async function starts(home: string): Promise<Row[]> {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let n = 0; n < STARTS; n++) {
    const dataDir = join(home, `start${n}`);
    cold.push(await timeToPing(dataDir));
    warm.push(await timeToPing(dataDir));
  }
  const ratio = (a: number, b: number): number => Number((a / b).toFixed(3));
  const [coldMs, warmMs] = [median(cold), median(warm)];
  return [
    {
      name: 'database: start on an empty folder',
      value: Math.round(coldMs),
      unit: 'ms',
      beside: { 'warm start': ratio(coldMs, warmMs) },
    },
    {
      name: 'database: start again',
      value: Math.round(warmMs),
      unit: 'ms',
      beside: { 'cold start': ratio(warmMs, coldMs) },
    },
  ];
}

/** The rows of the bench report about the database; takes about 40 s when the engine's files are cached. */
export async function bench(): Promise<Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'sello-bench-'));
  try {
    return [...(await throughput(join(home, 'data'))), ...(await starts(home))];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
