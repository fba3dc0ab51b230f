import {
  type AskedJobName,
  type EventData,
  type EventListeners,
  type EventNameOf,
  type JobData,
  type JobName,
  type JobNameOf,
  type JobResult,
  jobs,
  limits,
  type QueueName,
  type ServiceName,
  serviceLimits,
} from '@sello/contracts';
import { Gauge, type Logger, type Registry, times } from '@sello/kit';
import { Queue as BullQueue } from 'bullmq';
import { type AskOptions, createAsker } from './ask.ts';
import { createCapacity } from './capacity.ts';
import type { ChunkJobName } from './chunk-rows.ts';
import { connect, createRedisCall, keyPrefix } from './connection.ts';
import { type EnqueueOptions, enqueue } from './enqueue.ts';
import { openPublisher, type Subscription, subscribe } from './events.ts';
import { createProgress, type Progress, type ProgressOptions } from './progress.ts';
import { ensureScheduled, type ScheduleTimes } from './schedule.ts';
import { type HandlersOf, type ServeOptions, type Serving, serve } from './serve.ts';
import { createVirtualTime } from './virtual-time.ts';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

/**
 * Jobs and events over Redis, as one service uses them. The database is the record: whatever Redis loses is enqueued
 * again.
 */
export interface Queue<Service extends ServiceName = ServiceName> {
  /** Idempotent for the same data. Throws AppError `unavailable` when Redis does not respond in time. */
  enqueue<Name extends JobName>(name: Name, data: JobData<Name>, options?: EnqueueOptions): Promise<void>;
  /** The same for several jobs of one kind and one tenant, in as many round trips as `enqueue`. */
  enqueueAll<Name extends JobName>(name: Name, many: readonly JobData<Name>[]): Promise<void>;
  /**
   * Enqueues a job and waits for its end. Throws the error that its handler threw if the caller can do something about
   * it; `worker_busy` when no worker runs or none took the job in time, which is withdrawn; `work_too_slow` when one took
   * it and has not ended it in time; `unavailable` for a fault of the worker or of Redis.
   */
  ask<Name extends AskedJobName>(
    name: Name,
    data: JobData<Name>,
    options: AskOptions<Name>,
  ): Promise<JobResult<Name>>;
  /**
   * How many chunks of a batch should wait or run at a time, so that no worker is idle while rows are left. Throws
   * AppError `unavailable`.
   */
  chunksAhead(name: ChunkJobName): Promise<number>;
  /** Whether any worker runs that takes such jobs. Throws AppError `unavailable`. */
  hasWorker(name: JobName): Promise<boolean>;
  /** Starts BullMQ workers for every job of the service. */
  serve(handlers: HandlersOf<Service>, options: ServeOptions<Service>): Serving;
  /**
   * Creates a repeating job of the service unless it exists; each run goes to one worker of all. Redis may lose the
   * schedule, so call this periodically. Throws AppError `unavailable`.
   */
  ensureScheduled<Name extends JobNameOf<Service>>(
    name: Name,
    data: JobData<Name>,
    times: ScheduleTimes,
  ): Promise<void>;
  /** Publishes an event to every subscriber. An event that another service publishes does not compile. */
  publish<Name extends EventNameOf<Service>>(name: Name, event: EventData<Name>): Promise<void>;
  /** Progress of batches, counted by `count` and published through this queue. */
  progress(count: ProgressOptions['count'], onEnded?: ProgressOptions['onEnded']): Progress;
  /** Calls the listeners with every event published from now on. There may be any number of subscribers. */
  subscribe(listeners: EventListeners): Promise<Subscription>;
  /** True for the first caller of all processes within `ms`. It is a rate limit, not a lock: nothing is held. */
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
  /** The service whose jobs are served and whose events are published; shown in `CLIENT LIST`. Tests omit it. */
  service?: Service;
  /** How long a call waits for Redis before it throws `unavailable`. Default: 5,000 ms. */
  timeoutMs?: number;
}

/** For each job that a worker can run: one chunk that runs and one that waits. */
const chunksPerJob = 2;

/** Opens the queues. It does not wait for Redis: the connection is made in the background and retried without limit. */
export function openQueue<Service extends ServiceName = ServiceName>({
  redisUrl,
  log,
  service,
  timeoutMs = times.queueMs,
}: QueueOptions<Service>): Queue<Service> {
  const call = createRedisCall(timeoutMs);
  const redis = connect(redisUrl, service ?? 'test', log);
  const publisher = openPublisher(redis, call);
  const queues = new Map<QueueName, BullQueue>();

  function queueNamed(queueName: QueueName): BullQueue {
    let queue = queues.get(queueName);
    if (queue === undefined) {
      queue = new BullQueue(queueName, { connection: redis, prefix: keyPrefix });
      // The shared connection already logs that Redis is unreachable.
      queue.on('error', () => undefined);
      queues.set(queueName, queue);
    }
    return queue;
  }
  const queueOf = (job: JobName): BullQueue => queueNamed(jobs[job].queue);

  const capacityOf = createCapacity(redis);
  const enqueueContext = { call, virtualTime: createVirtualTime(redis), queueOf };
  const asker = createAsker({ ...enqueueContext, redis, capacityOf, log });

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
    enqueue: (job, data, options) => enqueue(enqueueContext, job, [data], options),
    enqueueAll: (job, many) => enqueue(enqueueContext, job, many),
    ask: asker.ask,
    async chunksAhead(job) {
      const capacity = await call(() => capacityOf(job));
      return Math.min(
        serviceLimits.chunksAheadAtMost,
        Math.max(limits.chunksInQueue, chunksPerJob * capacity),
      );
    },
    hasWorker: async (job) => (await call(() => capacityOf(job))) > 0,
    serve: (handlers, options) => serve(redis, log, handlers, options),
    ensureScheduled: (job, data, times) => ensureScheduled(call, queueOf, job, data, times),
    publish: publisher.publish,
    progress: (count, onEnded) =>
      createProgress({
        count,
        onEnded,
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
      await createRedisCall(Math.min(timeoutMs, times.redisCheckMs))(() => redis.ping());
    },
    async close() {
      await publisher.close();
      await asker.close();
      for (const queue of queues.values()) await queue.close();
      redis.disconnect();
    },
  };
}
