import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import { type MongoGateway, startMongoGateway } from '../src/index.ts';

export interface TestServer {
  url: string;
  client: MongoClient;
  db: Db;
  /** True for a gateway, false for the server of MONGO_URL. */
  isGateway: boolean;
}

/** Starts a gateway with a temporary data folder; `stop` ends it and deletes the data. */
export async function startTestGateway(): Promise<{
  gateway: MongoGateway;
  dataDir: string;
  stop(): Promise<void>;
}> {
  const home = await mkdtemp(join(tmpdir(), 'sello-gateway-'));
  const dataDir = join(home, 'data');
  const gateway = await startMongoGateway({ dataDir });
  return {
    gateway,
    dataDir,
    stop: async () => {
      await gateway.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** For the tests of one file: the server of MONGO_URL if set, else a gateway; with an empty database. */
export function useTestServer(): TestServer {
  const server = {} as TestServer;
  let stop = async (): Promise<void> => {};
  beforeAll(async () => {
    const given = process.env.MONGO_URL;
    if (given) server.url = given;
    else {
      const own = await startTestGateway();
      server.url = own.gateway.url;
      stop = own.stop;
    }
    server.isGateway = !given;
    server.client = await MongoClient.connect(server.url, { serverSelectionTimeoutMS: 10_000 });
    server.db = server.client.db(`contract_${process.pid}`);
    await server.db.dropDatabase();
  });
  afterAll(async () => {
    await server.db?.dropDatabase();
    await server.client?.close();
    await stop();
  });
  return server;
}

/** The error a promise rejects with, as plain data; fails when it does not reject. */
// biome-ignore lint/suspicious/noExplicitAny: errors of two libraries, compared field by field
export async function errorOf(work: Promise<unknown>): Promise<any> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
