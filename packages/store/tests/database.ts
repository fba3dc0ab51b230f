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

type Opened = TestDatabase & { close(): Promise<void> };
let opened: Promise<Opened> | undefined;
let emptyOne: Promise<Opened> | undefined;

/** A database for all suites of this run: on the server of MONGO_URL when set, else on a throw-away gateway. */
export function testDatabase(): Promise<TestDatabase> {
  opened ??= open();
  return opened;
}

/** Another database on the same server, for suites that read whole collections. */
export function databaseOfItsOwn(): Promise<TestDatabase> {
  emptyOne ??= testDatabase().then(({ url }) => openAt(url));
  return emptyOne;
}

export async function closeTestDatabase(): Promise<void> {
  await (await emptyOne)?.close();
  await (await opened)?.close();
}

async function openAt(server: string): Promise<Opened> {
  const url = new URL(server);
  url.pathname = `/store_${newId()}`;
  const store = await openStore({ url: url.href, appName: 'store-test' });
  const raw = await mongoose.createConnection(url.href).asPromise();
  return {
    url: url.href,
    store,
    raw,
    async close() {
      if (process.env.MONGO_URL) await raw.dropDatabase();
      await raw.destroy();
      await store.close();
    },
  };
}

async function open(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-store-'));
  const given = process.env.MONGO_URL;
  const gateway = given ? null : await startMongoGateway({ dataDir: join(folder, 'data') });
  const database = await openAt(given ?? gateway!.url);
  return {
    ...database,
    async close() {
      await database.close();
      await gateway?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
