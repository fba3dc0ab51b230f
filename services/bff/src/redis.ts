import type { Logger } from '@sello/kit';
import { Redis } from 'ioredis';

export type { Redis } from 'ioredis';

/** How long a command may take, ms: a Redis that hangs must not block callers that have a fallback. */
const patienceMs = 1_000;

/** A connection whose commands fail fast while Redis is away or hangs: its callers have a fallback. */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    connectionName: 'sello bff',
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 3_000,
    commandTimeout: patienceMs,
    // Commands of concurrent calls are sent in one write (pipelining).
    enableAutoPipelining: true,
    retryStrategy: (times) => Math.min(2_000, 100 * 2 ** times),
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.warn({ err: error }, 'redis cannot be reached');
    isDown = true;
  });
  redis.on('ready', () => {
    isDown = false;
  });
  return redis;
}

/** A message to every BFF, this one included. */
export interface Signal {
  send(message: string): void;
  close(): void;
}

/**
 * Publishes on a channel and listens on it. What is sent while Redis is away is lost: listeners also check by
 * themselves.
 */
export function openSignal(redis: Redis, channel: string, onMessage: (message: string) => void): Signal {
  // The subscription waits for Redis without a time limit.
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
