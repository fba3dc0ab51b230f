import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize, setInternalBufferSize } from 'bson';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SupervisedGateway } from './proof/supervised.ts';
import { frame, opMsg, RawClient } from './raw-client.ts';
import { errorOf } from './test-server.ts';

// The gateway runs as a separate process, so that its memory and file descriptors can be measured.
let home: string;
const clients: RawClient[] = [];
let gateway: SupervisedGateway;

async function raw(): Promise<RawClient> {
  const client = await RawClient.to(gateway.port);
  clients.push(client);
  return client;
}

async function memoryMb(): Promise<number> {
  const text = await readFile(`/proc/${gateway.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024;
}

async function expectHealthy(): Promise<void> {
  const client = await raw();
  expect(await client.ask({ ping: 1, $db: 'admin' })).toEqual({ ok: 1 });
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'sello-hostile-'));
  gateway = new SupervisedGateway(join(home, 'data'));
  await gateway.start();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.end();
  expect(gateway.startsMs, 'the gateway has not died').toHaveLength(1);
});
afterAll(async () => {
  await gateway.stop();
  await rm(home, { recursive: true, force: true });
});

const find = serialize({ find: 'c', filter: { a: 1 }, $db: 'x' });

function damaged(change: (bytes: Buffer) => Buffer | undefined): Buffer {
  const bytes = Buffer.from(
    serialize({ insert: 'c', documents: [{ _id: 1, s: 'text', o: { l: [1] } }], $db: 'x' }),
  );
  return change(bytes) ?? bytes;
}

describe('broken messages', () => {
  it.each<[string, Buffer]>([
    ['a length of zero', frame(opMsg(find), 2013, 0)],
    ['a negative length', frame(opMsg(find), 2013, -5)],
    ['a length above 48 MB', frame(opMsg(find), 2013, 48_000_001)],
    ['an unknown operation code', frame(opMsg(find), 9999)],
    ['a compressed message nobody agreed on', frame(opMsg(find), 2012)],
    ['flags that must be understood', frame(opMsg(find, 1 << 5))],
    ['no body', frame(Buffer.alloc(4))],
    ['two bodies', frame(Buffer.concat([opMsg(find), Buffer.from([0]), find]))],
    ['an unknown section', frame(Buffer.concat([opMsg(find), Buffer.from([7, 5, 0, 0, 0])]))],
    ['a section longer than its message', frame(opMsg(Buffer.concat([Buffer.from([255, 255, 0, 0]), find])))],
    [
      'a sequence without a name',
      frame(Buffer.concat([opMsg(find), Buffer.from([1, 8, 0, 0, 0, 65, 65, 65, 65])])),
    ],
    ['text instead of a message', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ])('get an error or a closed connection: %s', async (_, bytes) => {
    const client = await raw();
    client.socket.write(bytes);
    const answer = await client.answer();
    if (answer) expect(answer).toMatchObject({ ok: 0, code: 17 });
    await client.closed();
    await expectHealthy();
  });

  it.each<[string, Buffer]>([
    ['cut off', damaged((b) => b.subarray(0, b.length - 3))],
    ['a string longer than its document', damaged((b) => void b.writeInt32LE(9_999, b.indexOf('text') - 4))],
    ['a string of negative length', damaged((b) => void b.writeInt32LE(-1, b.indexOf('text') - 4))],
    ['a type that does not exist', damaged((b) => void b.writeUInt8(0x42, b.indexOf('text') - 7))],
    [
      'a nested document longer than its parent',
      damaged((b) => void b.writeInt32LE(500, b.indexOf('o\0') + 2)),
    ],
    ['a nested document that does not end', damaged((b) => void b.writeInt32LE(9, b.indexOf('o\0') + 2))],
    ['no end', damaged((b) => void b.writeUInt8(1, b.length - 1))],
  ])('are refused for their BSON: %s', async (_, body) => {
    const client = await raw();
    client.socket.write(frame(opMsg(body)));
    const answer = await client.answer();
    expect(answer).toMatchObject({ ok: 0, code: 17 });
    await client.closed();
    await expectHealthy();
  });

  it('are refused when nested without end', async () => {
    let nested: object = {};
    for (let i = 0; i < 5_000; i++) nested = { a: nested };
    const client = await raw();
    client.socket.write(frame(opMsg(serialize({ find: 'c', filter: nested, $db: 'x' }))));
    expect(await client.answer()).toMatchObject({ ok: 0 });
    await expectHealthy();
  });

  it('of any kind never crash the gateway', async () => {
    const whole = frame(
      opMsg(serialize({ insert: 'fuzz', documents: [{ _id: 1, a: [1, 'x', { b: null }] }], $db: 'x' })),
    );
    let seed = 42;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let i = 0; i < 300; i++) {
      const bytes = Buffer.from(whole);
      for (let flips = 0; flips <= random(4); flips++)
        bytes.writeUInt8(random(256), 16 + random(bytes.length - 16));
      const client = await RawClient.to(gateway.port);
      client.socket.end(bytes);
      await client.closed();
    }
    await expectHealthy();
  });

  it.each<[string, object, number]>([
    ['no database', { ping: 1 }, 40571],
    ['a bad database name', { ping: 1, $db: 'a b' }, 73],
    ['a database name of the wrong type', { ping: 1, $db: 5 }, 40571],
    ['an unknown command', { unheard: 1, $db: 'x' }, 59],
    ['a collection of the wrong type', { find: 5, $db: 'x' }, 2],
    ['an empty collection name', { find: '', $db: 'x' }, 73],
    ['a session that is none', { ping: 1, lsid: { id: 'x' }, $db: 'x' }, 2],
    ['a transaction without a number', { ping: 1, autocommit: false, $db: 'x', lsid: { id: 'x' } }, 2],
    ['a cursor of the wrong type', { getMore: 'x', collection: 'c', $db: 'x' }, 14],
    ['a cursor that never was', { getMore: 99n, collection: 'c', $db: 'x' }, 43],
    ['writes of nothing', { insert: 'c', documents: [], $db: 'x' }, 16],
    ['writes without statements', { update: 'c', $db: 'x' }, 9],
    ['a prototype as a command', { __proto__x: 1, $db: 'x' }, 59],
    ['constructor as a command', { constructor: 1, $db: 'x' }, 59],
    ['an empty command', {}, 59],
  ])('get an error for %s, and the connection stays usable', async (_, command, code) => {
    const client = await raw();
    expect(await client.ask(command)).toMatchObject({ ok: 0, code });
    expect(await client.ask({ ping: 1, $db: 'admin' })).toEqual({ ok: 1 });
  });
});

describe('the legacy handshake', () => {
  it('gets a reply in its own form, and nothing else does', async () => {
    const query = (command: object): Buffer =>
      frame(
        Buffer.concat([
          Buffer.alloc(4),
          Buffer.from('admin.$cmd\0'),
          Buffer.from([0, 0, 0, 0, 255, 255, 255, 255]),
          serialize(command),
        ]),
        2004,
      );
    const client = await raw();
    client.socket.write(query({ isMaster: 1 }));
    expect(await client.answer()).toMatchObject({ ok: 1, ismaster: true, msg: 'isdbgrid' });
    client.socket.write(query({ dropDatabase: 1 }));
    expect(await client.answer()).toMatchObject({ ok: 0, code: 115 });
  });
});

describe('load', () => {
  it('of messages of nearly 48 MB from many clients stays within a memory bound', async () => {
    setInternalBufferSize(48_000_000);
    const documents = Array.from({ length: 3 }, (_, i) => ({ i, text: 'x'.repeat(15_500_000) }));
    const message = frame(opMsg(serialize({ insert: 'big', documents, $db: 'x' })));
    expect(message.length).toBeGreaterThan(46_000_000);
    const work = Array.from({ length: 6 }, async () => {
      const client = await raw();
      client.socket.write(message);
      return await client.answer();
    });
    let peak = 0;
    const timer = setInterval(async () => {
      peak = Math.max(peak, await memoryMb().catch(() => 0));
    }, 50);
    const answers = await Promise.all(work);
    clearInterval(timer);
    for (const answer of answers) expect(answer).toEqual({ n: 3, ok: 1 });
    expect(peak).toBeLessThan(1_500);
    await expectHealthy();
  });

  it('of 500 connections is served, and leaves nothing behind', async () => {
    const before = await memoryMb();
    for (let round = 0; round < 2; round++) {
      const crowd = await Promise.all(Array.from({ length: 500 }, () => RawClient.to(gateway.port)));
      const answers = await Promise.all(
        crowd.map(async (client, i) => {
          await client.ask({
            update: 'crowd',
            updates: [{ q: { _id: i % 50 }, u: { $inc: { n: 1 } }, upsert: true }],
            $db: 'x',
          });
          return await client.ask({ find: 'crowd', filter: { _id: i % 50 }, $db: 'x' });
        }),
      );
      for (const answer of answers) expect(answer).toMatchObject({ ok: 1 });
      for (const client of crowd) client.end();
    }
    const client = await raw();
    const current = async () =>
      ((await client.ask({ serverStatus: 1, $db: 'admin' })) as { connections: { current: number } })
        .connections.current;
    await expect.poll(current).toBe(1);
    const rows = (await client.ask({ find: 'crowd', sort: { _id: 1 }, $db: 'x' })) as {
      cursor: { firstBatch: { n: number }[] };
    };
    expect(rows.cursor.firstBatch.map((row) => row.n)).toEqual(Array.from({ length: 50 }, () => 20));
    expect((await memoryMb()) - before).toBeLessThan(300);
  });

  it('of clients that send slowly or never read does not block others', async () => {
    const setup = await raw();
    await setup.ask({ insert: 'wide', documents: [{ _id: 1, text: 'y'.repeat(8_000_000) }], $db: 'x' });
    const slow = frame(
      opMsg(serialize({ insert: 'big2', documents: [{ text: 'z'.repeat(2_000_000) }], $db: 'x' })),
    );
    for (let i = 0; i < 3; i++) (await raw()).socket.write(slow.subarray(0, 1_500_000));
    for (let i = 0; i < 20; i++) (await raw()).socket.write(slow.subarray(0, 9));
    for (let i = 0; i < 10; i++) {
      const deaf = await raw();
      deaf.socket.pause();
      for (let n = 0; n < 20; n++) deaf.socket.write(frame(opMsg(serialize({ find: 'wide', $db: 'x' }))));
    }
    for (let i = 0; i < 50; i++)
      expect(await setup.ask({ find: 'crowd', limit: 1, $db: 'x' })).toMatchObject({ ok: 1 });
    expect(await memoryMb()).toBeLessThan(1_000);
  });

  it('of cursors, sessions and transactions left open does not exhaust it', async () => {
    const client = await MongoClient.connect(gateway.url);
    const collection = client.db('x').collection<{ _id: number }>('left');
    await collection.insertMany(Array.from({ length: 300 }, (_, _id) => ({ _id })));
    // As many as there are connections for transactions, and one more, which gets a retryable error.
    const begin = async (i: number) => {
      const session = client.startSession();
      session.startTransaction();
      return await collection.findOne({ _id: i }, { session });
    };
    for (let i = 0; i < 24; i++) expect(await begin(i)).toEqual({ _id: i });
    const error = await errorOf(begin(24));
    expect([error.code, error.hasErrorLabel('TransientTransactionError')]).toEqual([24, true]);
    for (let i = 0; i < 100; i++) await collection.find().sort({ _id: -1 }).batchSize(2).next();
    expect(await collection.countDocuments()).toBe(300);
    await client.close();
    await expectHealthy();
  });
});

it('listens only on the loopback address', async () => {
  const table = await readFile(`/proc/${gateway.pid}/net/tcp`, 'utf8');
  const port = gateway.port.toString(16).toUpperCase().padStart(4, '0');
  const listening = table.split('\n').filter((line) => line.includes(`:${port} 00000000:0000 0A`));
  expect(listening.map((line) => line.trim().split(/\s+/)[1])).toEqual([`0100007F:${port}`]);
});
