import {
  type EventData,
  type EventListeners,
  type EventNameOf,
  type JobData,
  type JobName,
  type JobNameOf,
  jobs,
  limits,
  type QueueName,
  type ServiceName,
} from '@sello/contracts';
import { Gauge, type Logger, type Registry } from '@sello/kit';
import { Queue as BullQueue } from 'bullmq';
import { createCapacity } from './capacity.ts';
import type { ChunkJobName } from './chunk-rows.ts';
import { connect, createRedisCall, keyPrefix } from './connection.ts';
import { type EnqueueOptions, enqueue } from './enqueue.ts';
import { openPublisher, type Subscription, subscribe } from './events.ts';
import { createProgress, type Progress, type ProgressOptions } from './progress.ts';
import { ensureScheduled, type ScheduleTimes } from './schedule.ts';
import { type HandlersOf, type ServeOptions, type Serving, serve } from './serve.ts';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

/**
 * The engine that moves work, as one service uses it. The database is the record: everything here may be lost and is then
 * enqueued again.
 */
export interface Queue<Service extends ServiceName = ServiceName> {
  /** Throws AppError `unavailable` when Redis does not answer in time. Enqueuing the same data twice is harmless. */
  enqueue<Name extends JobName>(name: Name, data: JobData<Name>, options?: EnqueueOptions): Promise<void>;
  /** The same for several jobs of one kind and one tenant, in as many round trips as for one. */
  enqueueAll<Name extends JobName>(name: Name, many: readonly JobData<Name>[]): Promise<void>;
  /**
   * How many chunks of a batch wait or run at a time: enough to find each place of the workers there are something to
   * do when it is free. Throws AppError `unavailable`.
   */
  chunksAhead(name: ChunkJobName): Promise<number>;
  /** Works on every job of the service. */
  serve(handlers: HandlersOf<Service>, options: ServeOptions<Service>): Serving;
  /**
   * Sees to it that a job of the service comes again and again, to one worker among all. The queue may lose the schedule:
   * call it now and then. Throws AppError `unavailable`.
   */
  ensureScheduled<Name extends JobNameOf<Service>>(
    name: Name,
    data: JobData<Name>,
    times: ScheduleTimes,
  ): Promise<void>;
  /** Brings an event to every subscriber; one that another service publishes does not compile. */
  publish<Name extends EventNameOf<Service>>(name: Name, event: EventData<Name>): Promise<void>;
  /** Progress of batches, counted by the function given and published through this queue. */
  progress(count: ProgressOptions['count']): Progress;
  /** Any number of subscribers each get every event from now on. */
  subscribe(listeners: EventListeners): Promise<Subscription>;
  /** True for one caller among all processes per `ms`; no lock, as nothing is held. */
  oncePer(name: string, ms: number): Promise<boolean>;
  counts(): Promise<Record<QueueName, QueueCounts>>;
  /** Adds the gauge `sello_queue_jobs{queue,state}` to a registry. */
  measure(registry: Registry): void;
  /** Resolves when Redis answers; for readiness. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface QueueOptions<Service extends ServiceName = ServiceName> {
  redisUrl: string;
  log: Logger;
  /** Whose jobs are served and whose events are published; shown in Redis' list of clients. Tests leave it out. */
  service?: Service;
  /** How long a call waits for Redis before it throws `unavailable`; 5,000 ms when left out. */
  timeoutMs?: number;
}

/** One that runs and one that waits for its end. */
const chunksPerPlace = 2;

/** Opens the queues. Nothing waits for Redis here: it reconnects by itself, for ever. */
export function openQueue<Service extends ServiceName = ServiceName>({
  redisUrl,
  log,
  service,
  timeoutMs = 5_000,
}: QueueOptions<Service>): Queue<Service> {
  const call = createRedisCall(timeoutMs);
  const redis = connect(redisUrl, service ?? 'test', log);
  const publisher = openPublisher(redis, call);
  const queues = new Map<QueueName, BullQueue>();

  function queueNamed(queueName: QueueName): BullQueue {
    let queue = queues.get(queueName);
    if (queue === undefined) {
      queue = new BullQueue(queueName, { connection: redis, prefix: keyPrefix });
      // The connection itself reports that Redis is away.
      queue.on('error', () => undefined);
      queues.set(queueName, queue);
    }
    return queue;
  }
  const queueOf = (job: JobName): BullQueue => queueNamed(jobs[job].queue);

  const capacityOf = createCapacity(redis);

  async function counts(): Promise<Record<QueueName, QueueCounts>> {
    const names = [...new Set(Object.values(jobs).map((job) => job.queue))];
    const rows = await call(() =>
      Promise.all(
        names.map(async (queueName) => {
          const found = await queueNamed(queueName).getJobCounts(
            'wait',
            'prioritized',
            'active',
            'delayed',
            'failed',
          );
          const waiting = (found.wait ?? 0) + (found.prioritized ?? 0);
          const { active = 0, delayed = 0, failed = 0 } = found;
          return [queueName, { waiting, active, delayed, failed }] as const;
        }),
      ),
    );
    return Object.fromEntries(rows) as Record<QueueName, QueueCounts>;
  }

  const oncePer = (subject: string, ms: number): Promise<boolean> =>
    call(async () => (await redis.set(`${keyPrefix}:once:${subject}`, '1', 'PX', ms, 'NX')) === 'OK');

  return {
    enqueue: (job, data, options) => enqueue({ call, redis, queueOf }, job, [data], options),
    enqueueAll: (job, many) => enqueue({ call, redis, queueOf }, job, many),
    async chunksAhead(job) {
      const places = await call(() => capacityOf(job));
      return Math.min(limits.chunksAheadAtMost, Math.max(limits.chunksInQueue, chunksPerPlace * places));
    },
    serve: (handlers, options) => serve(redis, log, handlers, options),
    ensureScheduled: (job, data, times) => ensureScheduled(call, queueOf, job, data, times),
    publish: publisher.publish,
    progress: (count) =>
      createProgress({
        count,
        log,
        publish: (event) => publisher.publish('batch', event),
        oncePer,
      }),
    subscribe: (listeners) => subscribe(redis, call, listeners, log),
    oncePer,
    counts,
    measure(registry) {
      new Gauge({
        name: 'sello_queue_jobs',
        help: 'Jobs by queue and state',
        labelNames: ['queue', 'state'],
        registers: [registry],
        async collect() {
          for (const [queue, states] of Object.entries(await counts().catch(() => ({})))) {
            for (const [state, value] of Object.entries(states)) this.set({ queue, state }, Number(value));
          }
        },
      });
    },
    async check() {
      await createRedisCall(Math.min(timeoutMs, 2_000))(() => redis.ping());
    },
    async close() {
      await publisher.close();
      for (const queue of queues.values()) await queue.close();
      redis.disconnect();
    },
  };
}
