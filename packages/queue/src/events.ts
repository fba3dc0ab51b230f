import {
  type EventData,
  type EventListeners,
  type EventName,
  eventNames,
  events as liveEvents,
} from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { QueueEvents, QueueEventsProducer } from 'bullmq';
import type { Redis } from 'ioredis';
import { keyPrefix, type RedisCall } from './connection.ts';

export interface Subscription {
  close(): Promise<void>;
}

// One stream for all events: every subscriber reads all of it.
const stream = 'events';
const kept = 10_000;

export interface Publisher {
  publish<Name extends EventName>(name: Name, event: EventData<Name>): Promise<void>;
  close(): Promise<void>;
}

export function openPublisher(redis: Redis, call: RedisCall): Publisher {
  const producer = new QueueEventsProducer(stream, { connection: redis, prefix: keyPrefix });
  producer.on('error', () => undefined);
  return {
    async publish(name, event) {
      const json = JSON.stringify(liveEvents[name].schema.parse(event));
      await call(() => producer.publishEvent({ eventName: name, json }, kept));
    },
    close: () => producer.close(),
  };
}

/** Delivers every event published from now on, in order. After an outage of Redis it resumes at the last event read. */
export async function subscribe(
  redis: Redis,
  call: RedisCall,
  listeners: EventListeners,
  log: Logger,
): Promise<Subscription> {
  // Not "$": an event published between two reads of "$" would be lost.
  const last = await call(() => redis.xrevrange(`${keyPrefix}:${stream}:events`, '+', '-', 'COUNT', 1));
  const connection = redis.duplicate();
  connection.on('error', () => undefined);
  const events = new QueueEvents(stream, {
    connection,
    prefix: keyPrefix,
    lastEventId: last[0]?.[0] ?? '0-0',
  });
  events.on('error', (error) => log.warn({ err: error }, 'reading events failed'));
  // QueueEvents types only the listeners of its own events.
  const on = events.on.bind(events) as (
    name: string,
    listener: (fields: { json: string }) => void,
  ) => unknown;
  for (const name of eventNames) on(name, ({ json }) => deliver(name, json, listeners, log));
  return {
    async close() {
      await events.close();
      connection.disconnect();
    },
  };
}

function deliver<Name extends EventName>(
  name: Name,
  json: string,
  listeners: EventListeners,
  log: Logger,
): void {
  try {
    listeners[name](liveEvents[name].schema.parse(JSON.parse(json)) as EventData<Name>);
  } catch (error) {
    log.error({ err: error, event: name }, 'an event could not be delivered');
  }
}
