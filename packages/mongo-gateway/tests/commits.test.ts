import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Long, MongoClient, UUID } from 'mongodb';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCKET_PORT } from '../src/engine/settings.ts';
import { Database } from '../src/gateway/database.ts';
import { purgeTables } from '../src/gateway/tables.ts';
import { onEngine } from './engine.ts';
import { CuttingProxy } from './proof/cutting-proxy.ts';
import { SupervisedGateway } from './proof/supervised.ts';
import { RawClient } from './raw-client.ts';

type Row = { _id: string; n: number };

let home: string;
let dataDir: string;
let gateway: SupervisedGateway;
let proxy: CuttingProxy;
let client: MongoClient;
const raws: RawClient[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'sello-commits-'));
  dataDir = join(home, 'data');
  gateway = new SupervisedGateway(dataDir);
  await gateway.start();
  proxy = new CuttingProxy(() => gateway.port);
  await proxy.start();
  client = await MongoClient.connect(proxy.url, { serverSelectionTimeoutMS: 20_000 });
  await rows().insertOne({ _id: 'first', n: 0 });
});
afterAll(async () => {
  for (const raw of raws) raw.end();
  await client?.close();
  await proxy?.stop();
  await gateway?.stop();
  await rm(home, { recursive: true, force: true });
});

const rows = () => client.db('commits').collection<Row>('rows');
const numberOf = async (_id: string) => (await rows().findOne({ _id }))?.n;
const killGateway = () => process.kill(gateway.pid, 'SIGKILL');

async function raw(): Promise<RawClient> {
  const one = await RawClient.to(gateway.port);
  raws.push(one);
  return one;
}

/** A transaction sent without a driver, whose commit can be sent repeatedly. */
class ManualTransaction {
  readonly #lsid = { id: new UUID() };
  readonly number: bigint;

  constructor(number = 1n) {
    this.number = number;
  }

  get session(): string {
    return this.#lsid.id.toHexString(false);
  }

  #part() {
    return { lsid: this.#lsid, txnNumber: Long.fromBigInt(this.number), autocommit: false, $db: 'commits' };
  }

  async increment(to: RawClient, _id: string, isFirst = true) {
    const updates = [{ q: { _id }, u: { $inc: { n: 1 } }, upsert: true }];
    const start = isFirst ? { startTransaction: true } : {};
    return await to.ask({ update: 'rows', updates, ...this.#part(), ...start });
  }

  async end(to: RawClient, command: 'commitTransaction' | 'abortTransaction') {
    return await to.ask({ [command]: 1, ...this.#part(), $db: 'admin' });
  }
}

describe('a commit whose response is lost with the gateway', () => {
  it('succeeds when the driver retries it, and its transaction is not executed again', async () => {
    proxy.cutNextCommit(killGateway);
    let runs = 0;
    await client.withSession((session) =>
      session.withTransaction(async () => {
        runs++;
        await rows().updateOne({ _id: 'first' }, { $inc: { n: 1 } }, { session });
      }),
    );
    expect([runs, await numberOf('first')]).toEqual([1, 1]);
  });

  it('is reported as committed by every later command of that transaction', async () => {
    const manual = new ManualTransaction();
    const before = await raw();
    await manual.increment(before, 'spoken');
    expect(await manual.end(before, 'commitTransaction')).toEqual({ ok: 1 });
    await gateway.restart();

    const after = await raw();
    expect(await manual.end(after, 'commitTransaction')).toEqual({ ok: 1 });
    for (const ask of [
      () => manual.end(after, 'abortTransaction'),
      () => manual.increment(after, 'spoken', false),
    ]) {
      expect(await ask()).toMatchObject({ ok: 0, code: 256, codeName: 'TransactionCommitted' });
    }
    expect(await manual.end(after, 'commitTransaction')).toEqual({ ok: 1 });
    // A transaction that begins again under the same number cannot be committed again.
    await manual.increment(after, 'spoken');
    expect(await manual.end(after, 'commitTransaction')).toMatchObject({ ok: 0 });
    expect(await numberOf('spoken')).toBe(1);
  });

  it('that never arrived is reported as not committed, and can no longer commit', async () => {
    const manual = new ManualTransaction();
    await manual.increment(await raw(), 'unspoken');
    await gateway.restart();
    const after = await raw();
    const none = { ok: 0, code: 251, errorLabels: ['TransientTransactionError'] };
    for (const command of ['commitTransaction', 'abortTransaction', 'commitTransaction'] as const)
      expect(await manual.end(after, command)).toMatchObject(none);
    expect(await numberOf('unspoken')).toBeUndefined();
  });
});

it('outcomes are stored for the lifetime of sessions, and then deleted', async () => {
  await onEngine(
    dataDir,
    `INSERT INTO sello_gateway.outcomes (session, number, committed, at) VALUES
       ('old', 1, true, now() - interval '36 minutes'), ('young', 1, true, now() - interval '34 minutes')`,
  );
  const database = new Database(join(dataDir, 'cluster'), SOCKET_PORT, () => {});
  await purgeTables(database);
  await database.close();
  const left = await onEngine(dataDir, "SELECT session FROM sello_gateway.outcomes WHERE session LIKE '%o%'");
  expect(left).toEqual([{ session: 'young' }]);
});

describe('a commit that is retried while it still runs', () => {
  it('waits for its outcome in the same gateway', async () => {
    const holder = new pg.Client({
      host: join(dataDir, 'cluster'),
      port: SOCKET_PORT,
      user: 'postgres',
      database: 'postgres',
    });
    await holder.connect();
    const [first, second, third] = [await raw(), await raw(), await raw()];
    const manual = new ManualTransaction();
    try {
      const [table] = await onEngine<{ id: string }>(
        dataDir,
        "SELECT collection_id::text AS id FROM documentdb_api_catalog.collections WHERE database_name = 'commits' AND collection_name = 'rows'",
      );
      // A commit that blocks: a deferred trigger waits for a lock that this test holds.
      await onEngine(
        dataDir,
        `CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
           BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$;
         CREATE CONSTRAINT TRIGGER wait_at_commit AFTER UPDATE ON documentdb_data.documents_${table!.id}
           DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`,
      );
      await holder.query('SELECT pg_advisory_lock(7)');
      await manual.increment(first, 'first');
      const answers = [manual.end(first, 'commitTransaction')];
      const waiting = "SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'advisory'";
      await expect.poll(async () => (await onEngine(dataDir, waiting)).length).toBe(1);
      answers.push(manual.end(second, 'commitTransaction'), manual.end(third, 'abortTransaction'));
      // Commands are processed in order: those sent before this ping have reached the gateway.
      await (await raw()).ask({ ping: 1, $db: 'admin' });
      await holder.query('SELECT pg_advisory_unlock(7)');
      expect(await Promise.all(answers)).toMatchObject([{ ok: 1 }, { ok: 1 }, { ok: 0, code: 256 }]);
      expect(await numberOf('first')).toBe(2);
    } finally {
      await holder.end();
      await onEngine(dataDir, 'DROP FUNCTION IF EXISTS wait_at_commit CASCADE');
    }
  });

  it.each([
    ['COMMIT', { ok: 1 }],
    ['ROLLBACK', { ok: 0, code: 251 }],
  ])('waits for its outcome in the engine: %s', async (end, answer) => {
    const other = new pg.Client({
      host: join(dataDir, 'cluster'),
      port: SOCKET_PORT,
      user: 'postgres',
      database: 'postgres',
    });
    await other.connect();
    try {
      const manual = new ManualTransaction(9n);
      await other.query('BEGIN');
      await other.query(
        'INSERT INTO sello_gateway.outcomes (session, number, committed) VALUES ($1, $2, true)',
        [manual.session, '9'],
      );
      const repeated = manual.end(await raw(), 'commitTransaction');
      const waiting =
        "SELECT pid FROM pg_stat_activity WHERE query LIKE '%outcomes%' AND wait_event_type = 'Lock'";
      await expect.poll(async () => (await onEngine(dataDir, waiting)).length).toBe(1);
      await other.query(end);
      expect(await repeated).toMatchObject(answer);
    } finally {
      await other.end();
    }
  });
});
