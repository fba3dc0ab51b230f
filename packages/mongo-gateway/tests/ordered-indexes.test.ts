// A sorted page is read by an ordered index scan, also from an index that an older gateway created.
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serialize } from 'bson';
import { MongoClient } from 'mongodb';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MongoGateway, startMongoGateway } from '../src/index.ts';
import { startTestGateway } from './test-server.ts';

let gateway: MongoGateway;
let dataDir: string;

beforeAll(async () => {
  ({ gateway, dataDir } = await startTestGateway());
});
afterAll(async () => {
  await gateway.close();
  await rm(dirname(dataDir), { recursive: true, force: true });
});

async function withPostgres<Answer>(run: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const host = join(dataDir, 'cluster');
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

async function withStudents<Answer>(run: (client: MongoClient) => Promise<Answer>): Promise<Answer> {
  const client = await MongoClient.connect(gateway.url);
  try {
    return await run(client);
  } finally {
    await client.close();
  }
}

const page = {
  find: 'students',
  filter: { school: 'a' },
  sort: { name: -1, _id: -1 },
  limit: 5,
  hint: 'school_1_name_1__id_1',
};

/** How many rows the database read for the page. */
function rowsRead(): Promise<number> {
  return withPostgres(async (client) => {
    const spec = `'\\x${Buffer.from(serialize(page)).toString('hex')}'::bytea::documentdb_core.bson`;
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN (ANALYZE, FORMAT TEXT) SELECT document FROM documentdb_api_catalog.bson_aggregation_find('lists', ${spec})`,
    );
    const lines = rows.map((row) => row['QUERY PLAN']!);
    const scan = lines.find((line) => /Scan .*on documents_/.test(line)) ?? lines.join('\n');
    return Number(/actual .*rows=(\d+)/.exec(scan)?.[1]);
  });
}

it('reads only the rows of the page, with new indexes and with rebuilt ones of an older data folder', async () => {
  await withStudents(async (client) => {
    const students = client.db('lists').collection<{ _id: number }>('students');
    await students.createIndex({ school: 1, name: 1, _id: 1 });
    const many = Array.from({ length: 400 }, (_, at) => ({ _id: at, school: 'a', name: `n${at % 50}` }));
    await students.insertMany(many);
  });
  expect(await rowsRead()).toBe(5);

  await withPostgres(async (client) => {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE pg_get_indexdef(indexrelid) LIKE '%"school", "name"%'`,
    );
    const [index] = rows;
    await client.query(`DROP INDEX ${index!.name}`);
    const older = index!.definition
      .replace('documentdb_extended_rum (', 'documentdb_rum (')
      .replace('documentdb_extended_rum_catalog.bson_extended_rum', 'documentdb_api_internal.bson_rum');
    await client.query(older);
  });
  expect(await rowsRead()).toBe(400);

  await gateway.close();
  gateway = await startMongoGateway({ dataDir });
  expect(await rowsRead()).toBe(5);
  const names = await withStudents(async (client) => {
    const found = client
      .db('lists')
      .collection('students')
      .find({ school: 'a' })
      .sort(page.sort as never);
    return (await found.limit(2).toArray()).map(({ name }) => name);
  });
  expect(names).toEqual(['n9', 'n9']);
});
