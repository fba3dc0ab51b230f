import { createLogger } from '@sello/kit';
import { Queue as BullQueue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openQueue, type Queue, type Serving } from '../src/index.ts';
import { type RedisUnderTest, startRedis } from './redis.ts';

const log = createLogger({ service: 'test', level: 'silent' });

/** The queue of e-mails on a Redis of its own: as the product sees it, as BullMQ does, and its keys. */
export interface EmailQueue {
  keys: Redis;
  bull: BullQueue;
  queue: Queue<'mail-worker'>;
  /** Serves it, until the test is over or `stopServing`. */
  serve(...asked: Parameters<Queue<'mail-worker'>['serve']>): void;
  stopServing(): Promise<void>;
}

/** Opens the queue for the tests of a file; each of them finds it empty. Its fields are set when a test runs. */
export function useEmailQueue(): EmailQueue {
  let redis: RedisUnderTest;
  let serving: Serving | undefined;
  const opened = {
    serve(...asked: Parameters<Queue<'mail-worker'>['serve']>) {
      serving = opened.queue.serve(...asked);
    },
    async stopServing() {
      await serving?.close();
      serving = undefined;
    },
  } as EmailQueue;
  beforeAll(async () => {
    redis = await startRedis();
    opened.keys = new Redis(redis.url);
    const { hostname, port } = new URL(redis.url);
    const connection = { host: hostname, port: Number(port) };
    opened.bull = new BullQueue('email', { connection, prefix: 'sello' });
  });
  afterAll(async () => {
    await opened.bull?.close();
    opened.keys?.disconnect();
    await redis?.close();
  });
  beforeEach(() => {
    opened.queue = openQueue({ redisUrl: redis.url, log, service: 'mail-worker' });
  });
  afterEach(async () => {
    await opened.stopServing();
    await opened.queue.close();
    await redis.flush();
  });
  return opened;
}
