// Clients that exhaust resources: slots for large messages, memory for replies, cursors. The gateway runs as a separate
// process, so that its memory can be measured.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Long, serialize, setInternalBufferSize } from 'bson';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SupervisedGateway } from './proof/supervised.ts';
import { frame, opMsg, RawClient } from './raw-client.ts';

let home: string;
let gateway: SupervisedGateway;
const clients: RawClient[] = [];
const timers: NodeJS.Timeout[] = [];

async function raw(): Promise<RawClient> {
  const client = await RawClient.to(gateway.port);
  clients.push(client);
  return client;
}

async function memoryMb(): Promise<number> {
  const text = await readFile(`/proc/${gateway.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024;
}

beforeAll(async () => {
  setInternalBufferSize(48_000_000);
  home = await mkdtemp(join(tmpdir(), 'sello-greedy-'));
  gateway = new SupervisedGateway(join(home, 'data'));
  await gateway.start();
});
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const client of clients.splice(0)) client.end();
  expect(gateway.startsMs, 'the gateway has not died').toHaveLength(1);
});
afterAll(async () => {
  await gateway.stop();
  await rm(home, { recursive: true, force: true });
});

const messageOf = (megabytes: number) =>
  frame(
    opMsg(
      serialize({
        insert: 'wide',
        documents: Array.from({ length: megabytes / 10 }, () => ({ text: 'x'.repeat(9_900_000) })),
        $db: 'greedy',
      }),
    ),
  );

it('slow messages of 40 MB do not block a large message of another client', async () => {
  const message = messageOf(40);
  for (let i = 0; i < 6; i++) {
    const { socket } = await raw();
    let at = 2_000_000;
    socket.write(message.subarray(0, at));
    timers.push(
      setInterval(() => {
        socket.write(message.subarray(at, at + 1_000));
        at += 1_000;
      }, 50),
    );
  }
  // Theirs take longer than any test waits.
  const stranger = await raw();
  stranger.socket.write(messageOf(20));
  expect(await stranger.answer()).toEqual({ n: 2, ok: 1 });
});

it('a message that stalls and continues later is served', async () => {
  const message = messageOf(10);
  const client = await raw();
  client.socket.write(message.subarray(0, 3_000_000));
  await (await raw()).ask({ ping: 1, $db: 'admin' });
  await new Promise((resolve) => timers.push(setTimeout(resolve, 800)));
  client.socket.write(message.subarray(3_000_000));
  expect(await client.answer()).toEqual({ n: 1, ok: 1 });
});

it('replies that are not read stay within a memory bound, and do not block other clients', async () => {
  const setup = await raw();
  const text = 'y'.repeat(15_000_000);
  await setup.ask({ insert: 'unread', documents: [{ _id: 1, text }], $db: 'greedy' });
  await setup.ask({ insert: 'small', documents: [{ _id: 1 }], $db: 'greedy' });
  const find = frame(opMsg(serialize({ find: 'unread', $db: 'greedy' })));
  let peak = 0;
  timers.push(
    setInterval(async () => {
      peak = Math.max(peak, await memoryMb().catch(() => 0));
    }, 20),
  );
  // Their replies are 540 MB, beside 140 of a gateway that does nothing and what it builds two replies in.
  for (let i = 0; i < 36; i++) {
    const deaf = await raw();
    deaf.socket.pause();
    for (let n = 0; n < 2; n++) deaf.socket.write(find);
  }
  for (let i = 0; i < 5; i++) {
    const stranger = await raw();
    expect(await stranger.ask({ find: 'small', $db: 'greedy' })).toMatchObject({ ok: 1 });
    expect(await stranger.ask({ insert: 'small', documents: [{}], $db: 'greedy' })).toMatchObject({ n: 1 });
  }
  const reader = await raw();
  const answer = (await reader.ask({ find: 'unread', $db: 'greedy' })) as {
    cursor: { firstBatch: { text: string }[] };
  };
  expect(answer.cursor.firstBatch[0]!.text.length).toBe(text.length);
  expect(peak).toBeLessThan(600);
});

it('a client that opens too many cursors is refused more, and evicts none of others', async () => {
  const setup = await raw();
  const documents = Array.from({ length: 10 }, (_, _id) => ({ _id }));
  await setup.ask({ insert: 'rows', documents, $db: 'greedy' });
  const open = async (client: RawClient) => {
    const answer = await client.ask({ find: 'rows', sort: { _id: -1 }, batchSize: 2, $db: 'greedy' });
    return answer as { ok: number; code?: number; cursor?: { id: Long } };
  };
  const mine = (await open(setup)).cursor!.id;
  // One connection beyond its own limit, and several that together exceed the total limit.
  const greedy = await raw();
  for (let i = 0; i < 1_000; i++) expect(await open(greedy)).toMatchObject({ ok: 1 });
  expect(await open(greedy)).toMatchObject({ ok: 0, code: 146 });
  const crowd = await Promise.all(Array.from({ length: 4 }, raw));
  await Promise.all(
    crowd.map(async (client) => {
      for (let i = 0; i < 800; i++) expect(await open(client)).toMatchObject({ ok: 1 });
    }),
  );
  const stranger = await raw();
  const theirs = (await open(stranger)).cursor!.id;
  for (const [client, id] of [
    [setup, mine],
    [stranger, theirs],
  ] as const) {
    const getMore = { getMore: Long.fromValue(id), collection: 'rows', $db: 'greedy' };
    expect(await client.ask(getMore)).toMatchObject({ ok: 1 });
  }
});

it('a refused getMore keeps the position of its cursor', async () => {
  const client = await raw();
  const documents = Array.from({ length: 6 }, (_, _id) => ({ _id }));
  await client.ask({ insert: 'kept', documents, $db: 'greedy' });
  const first = (await client.ask({ find: 'kept', sort: { _id: 1 }, batchSize: 2, $db: 'greedy' })) as {
    cursor: { id: Long };
  };
  const getMore = { getMore: Long.fromValue(first.cursor.id), collection: 'kept', $db: 'greedy' };
  for (const wrong of [{ batchSize: -1 }, { unheard: 1 }, { collection: 'other' }])
    expect(await client.ask({ ...getMore, ...wrong })).toMatchObject({ ok: 0 });
  expect(await client.ask({ ...getMore, batchSize: 3 })).toMatchObject({
    cursor: { nextBatch: [{ _id: 2 }, { _id: 3 }, { _id: 4 }] },
  });
});
