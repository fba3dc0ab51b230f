import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import { Redis } from 'ioredis';

export type { Redis } from 'ioredis';

/** A connection whose commands fail fast while Redis is unavailable or hangs: its callers have a fallback. */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    connectionName: 'sello bff',
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: times.redisConnectMs,
    commandTimeout: times.redisCommandMs,
    // Commands of concurrent calls are sent in one write (pipelining).
    enableAutoPipelining: true,
    retryStrategy: (tries) => Math.min(times.redisAgain.maxMs, times.redisAgain.firstMs * 2 ** tries),
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.warn({ err: error }, 'redis is unavailable');
    isDown = true;
  });
  redis.on('ready', () => {
    isDown = false;
  });
  return redis;
}

/** Sends messages to every BFF, including this one. */
export interface Signal {
  send(message: string): void;
  close(): void;
}

/**
 * Publishes on a channel and subscribes to it. Messages sent while Redis is unavailable are lost, so listeners must also
 * poll.
 */
export function openSignal(redis: Redis, channel: string, onMessage: (message: string) => void): Signal {
  // The subscription is retried without a timeout until Redis is available.
  const subscriber = redis.duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true });
  delete subscriber.options.commandTimeout;
  subscriber.on('error', () => undefined);
  subscriber.on('message', (_channel, message) => onMessage(message));
  subscriber.subscribe(channel).catch(() => undefined);
  return {
    send(message) {
      redis.publish(channel, message).catch(() => undefined);
    },
    close: () => subscriber.disconnect(),
  };
}
