import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongoGateway } from '@sello/mongo-gateway';
import mongoose, { type Connection } from 'mongoose';
import { newId, openStore, type Store } from '../src/index.ts';

export interface TestDatabase {
  url: string;
  store: Store;
  /** A raw connection, to read what is stored and to break it. */
  raw: Connection;
}

let opened: Promise<TestDatabase & { close(): Promise<void> }> | undefined;

/** A database for all suites of this run: on the server of MONGO_URL when set, else on a throw-away gateway. */
export function testDatabase(): Promise<TestDatabase> {
  opened ??= open();
  return opened;
}

export async function closeTestDatabase(): Promise<void> {
  await (await opened)?.close();
}

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'sello-store-'));
  const given = process.env.MONGO_URL;
  const gateway = given ? null : await startMongoGateway({ dataDir: join(folder, 'data') });
  const url = new URL(given ?? gateway!.url);
  url.pathname = `/store_${newId()}`;
  const store = await openStore({ url: url.href, appName: 'store-test' });
  const raw = await mongoose.createConnection(url.href).asPromise();
  return {
    url: url.href,
    store,
    raw,
    async close() {
      if (given) await raw.dropDatabase();
      await raw.destroy();
      await store.close();
      await gateway?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
