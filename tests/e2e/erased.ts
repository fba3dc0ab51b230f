import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@sello/blobs';
import type { Stack } from '@sello/dev-stack';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { openBlobsOf } from '../operations/install.ts';

/** Everything that a key of Redis holds, as text. */
async function contentOf(redis: Redis, key: string): Promise<string> {
  const reads: Record<string, () => Promise<unknown>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, '0', '-1'),
    stream: () => redis.xrange(key, '-', '+'),
  };
  const type = await redis.type(key);
  // It has expired meanwhile.
  if (type === 'none') return '';
  const read = reads[type];
  if (!read) throw new Error(`${key} is of the type ${type}, which is not searched`);
  return JSON.stringify(await read());
}

/**
 * What goes later: packs of issued files after an hour (`services/render-worker/tests/erase.test.ts`), files of imports and what
 * was read of them after a day.
 */
const later = ['certificates/packs/', temporaryFolder];

/** Where texts stand: collections, objects, keys of Redis, and logs of the services. */
export async function placesOf(stack: Stack, texts: readonly string[]): Promise<string[]> {
  const places: string[] = [];
  const look = (place: string, content: string | Buffer): void => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (const text of texts) if (bytes.includes(text)) places.push(`${place}: ${text}`);
  };

  const mongo = await MongoClient.connect(stack.env.MONGO_URL!);
  const redis = new Redis(stack.env.REDIS_URL!, { maxRetriesPerRequest: null });
  try {
    const database = mongo.db(new URL(stack.env.MONGO_URL!).pathname.slice(1));
    for (const { name } of await database.listCollections().toArray())
      for await (const row of database.collection(name).find())
        look(`collection ${name}`, JSON.stringify(row));
    for await (const keys of redis.scanStream({ count: 1_000 }))
      for (const key of keys as string[]) look(`redis ${key}`, `${key} ${await contentOf(redis, key)}`);
  } finally {
    await mongo.close();
    redis.disconnect();
  }

  const blobs = openBlobsOf(stack);
  // It may be deleted while the others are read.
  for await (const { key } of blobs.list('')) {
    if (later.some((folder) => key.startsWith(folder))) continue;
    // It may be deleted while the others are read.
    look(`object ${key}`, await blobs.read(key).catch(() => Buffer.alloc(0)));
  }
  await blobs.close();

  for (const { name } of stack.processes)
    look(`log of ${name}`, await readFile(join(stack.dataDir, 'logs', `${name}.log`)));
  return places;
}
