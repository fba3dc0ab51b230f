import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { beforeAll, expect, it, vi } from 'vitest';
import { newId, openStore, type Store } from '../src/index.ts';
import { buildStudent } from './builders.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** A proxy in front of the database whose connections can be cut and restored. */
async function startProxy(target: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const upstream = dial(Number(target.port), target.hostname);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      isCut = false;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('a lost database is unavailable, and the same store works again after it returns', async () => {
  const target = new URL(database.url);
  const proxy = await startProxy(target);
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  url.searchParams.set('directConnection', 'true');
  const store: Store = await openStore({ url: url.href, ensureIndexes: false });
  const tenantId = newId();
  try {
    const student = await store.students.create(tenantId, buildStudent());
    proxy.cut();
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.students.get(tenantId, student._id)).rejects.toMatchObject({ code: 'unavailable' });
    proxy.restore();
    await vi.waitFor(async () => expect(await store.students.get(tenantId, student._id)).toEqual(student));
  } finally {
    proxy.cut();
    await store.close();
    await proxy.close();
  }
});

it('opening fails with unavailable when no server responds', async () => {
  const proxy = await startProxy(new URL(database.url));
  proxy.cut();
  const url = `mongodb://127.0.0.1:${proxy.port}/x?serverSelectionTimeoutMS=300`;
  await expect(openStore({ url, startTimeoutMs: 300 })).rejects.toMatchObject({ code: 'unavailable' });
  await proxy.close();
});
