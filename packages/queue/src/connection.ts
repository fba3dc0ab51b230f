import { AppError, type Logger, times } from '@sello/kit';
import { Redis } from 'ioredis';

/** The prefix of every key of Sello in Redis. */
export const keyPrefix = 'sello';

/** A connection that reconnects without limit. Commands wait until it is ready, so callers need a timeout of their own. */
export function connect(redisUrl: string, name: string, log: Logger): Redis {
  const redis = new Redis(redisUrl, {
    connectionName: `sello ${name}`,
    maxRetriesPerRequest: null,
    retryStrategy: (tries) => Math.min(times.redisAgain.maxMs, times.redisAgain.firstMs * 2 ** tries),
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.warn({ err: error }, 'redis is unreachable');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.info('redis is reachable again');
    isDown = false;
  });
  return redis;
}

/**
 * Runs commands of Redis with a timeout. A timeout and every fault become AppError `unavailable`; a command that timed
 * out may still be executed.
 */
export type RedisCall = <Result>(run: () => Promise<Result>) => Promise<Result>;

export function createRedisCall(timeoutMs: number): RedisCall {
  return async (run) => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`redis did not respond within ${timeoutMs} ms`)), timeoutMs);
    });
    try {
      return await Promise.race([run(), timeout]);
    } catch (error) {
      throw new AppError('unavailable', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}
