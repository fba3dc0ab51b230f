import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import { type MongoGateway, startMongoGateway } from '../src/index.ts';

export interface Place {
  url: string;
  client: MongoClient;
  db: Db;
  /** Whether it is our gateway rather than a server named by MONGO_URL. */
  ours: boolean;
}

/** A throw-away gateway; `stop` ends it and removes its data. */
export async function throwAwayGateway(): Promise<{
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

/** For the tests of one file: the server of MONGO_URL when given, else a gateway of our own; an empty database in it. */
export function usePlace(): Place {
  const place = {} as Place;
  let stop = async (): Promise<void> => {};
  beforeAll(async () => {
    const given = process.env.MONGO_URL;
    if (given) place.url = given;
    else {
      const own = await throwAwayGateway();
      place.url = own.gateway.url;
      stop = own.stop;
    }
    place.ours = !given;
    place.client = await MongoClient.connect(place.url, { serverSelectionTimeoutMS: 10_000 });
    place.db = place.client.db(`contract_${process.pid}`);
    await place.db.dropDatabase();
  });
  afterAll(async () => {
    await place.db?.dropDatabase();
    await place.client?.close();
    await stop();
  });
  return place;
}

/** The error a promise rejects with, as plain data; fails when it does not reject. */
// biome-ignore lint/suspicious/noExplicitAny: errors of two libraries, looked at field by field
export async function errorOf(work: Promise<unknown>): Promise<any> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
