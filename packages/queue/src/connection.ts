import { AppError, type Logger } from '@sello/kit';
import { Redis } from 'ioredis';

/** Every key of ours in Redis begins with this. */
export const keyPrefix = 'sello';

/** A connection that keeps trying for ever; commands wait for it, so callers bound their own patience. */
export function connect(redisUrl: string, name: string, log: Logger): Redis {
  const redis = new Redis(redisUrl, {
    connectionName: `sello ${name}`,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(2_000, 50 * 2 ** times),
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.warn({ err: error }, 'redis cannot be reached');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.info('redis is back');
    isDown = false;
  });
  return redis;
}

/** Asks Redis with bounded patience. Silence and every fault become `unavailable`; what was asked may still happen. */
export type RedisCall = <Result>(run: () => Promise<Result>) => Promise<Result>;

export function createRedisCall(ms: number): RedisCall {
  return (run) => answered(run, ms);
}

async function answered<Result>(run: () => Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`redis gave no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    throw new AppError('unavailable', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
