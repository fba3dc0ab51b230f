import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Blobs,
  blobsOptionsFrom,
  createObjectStoreGuard,
  type ObjectStoreGuard,
  openBlobs,
} from '@sello/blobs';
import type { EventListeners } from '@sello/contracts';
import {
  closeInOrder,
  createLogger,
  createMetrics,
  createOpsServer,
  Gauge,
  type Logger,
  requestTimes,
  type Service,
  times,
} from '@sello/kit';
import { openQueue, type Queue, type Subscription } from '@sello/queue';
import { openStore, type Store } from '@sello/store';
import pRetry from 'p-retry';
import { ensureBuiltIns } from './catalog/ensure-built-ins.ts';
import { compose, type PublicPort } from './compose.ts';
import type { BffConfig } from './config.ts';
import { tlsAsk } from './ops/tls-ask.ts';
import { connectRedis } from './redis.ts';

export interface BffOverrides {
  log?: Logger;
  store?: Store;
  blobs?: Blobs;
  queue?: Omit<Queue<'bff'>, 'serve'>;
  /** How long a call waits for its batch before it answers 202, ms. */
  syncWaitMs?: number;
  /** Interval at which the roles of every socket are read again, ms. */
  recheckMs?: number;
  /** How long a call waits for a lock, ms. */
  lockWaitMs?: number;
  /** Multiplies every rate limit. */
  rateFactor?: number;
  /** Validates every reply against its contract, for tests. */
  checkReplies?: boolean;
  /** How long tags are waited for that an AI suggests, ms. */
  aiTimeoutMs?: number;
}

export interface Bff extends Service {
  /** The ports that the service listens on; 0 before `start`. */
  ports(): { public: number; internal: number };
}

const notYet = () => Promise.reject(new Error('not opened yet'));

/** The web application's server: sign-in, API calls, live events, public files and the built application. */
export function createBff(config: BffConfig, overrides: BffOverrides = {}): Bff {
  const log = overrides.log ?? createLogger({ service: 'bff', level: config.LOG_LEVEL });
  const queue: Omit<Queue<'bff'>, 'serve'> = overrides.queue ??
  openQueue({ redisUrl: config.REDIS_URL, log, service: 'bff' });
  const blobs = overrides.blobs ?? openBlobs(blobsOptionsFrom(config));
  const redis = connectRedis(config.REDIS_URL, log);
  const metrics = createMetrics('bff');
  queue.measure(metrics);

  let store: Store | undefined;
  let objectStore: ObjectStoreGuard | undefined;
  let publicPort: PublicPort | undefined;
  let subscription: Subscription | undefined;
  const ports = { public: 0, internal: 0 };
  const closing = new AbortController();
  const forever = {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: times.connectAgain.firstMs,
    maxTimeout: times.connectAgain.maxMs,
    randomize: true,
    signal: closing.signal,
  };

  // `requestTimes` limits slow request headers. Whole requests may take longer: uploads, calls that wait for a batch.
  const server = createServer({
    ...requestTimes,
    // RFC 9110, 7.8: an upgrade to what is not offered is ignored. Some clients offer h2c with their first request.
    shouldUpgradeCallback: ({ url }) => url?.startsWith('/socket.io/') === true,
  });
  server.requestTimeout = times.requestMs;
  server.keepAliveTimeout = times.keepAliveMs;

  const ops = createOpsServer({
    listen: config.INTERNAL_PORT,
    internalListen: config.ASK_PORT,
    log,
    metrics,
    checks: {
      web: () => (server.listening ? undefined : Promise.reject(new Error('not listening yet'))),
      store: () => (store === undefined ? notYet() : store.ping()),
      redis: () => queue.check(),
      blobs: () => blobs.check(),
      objectStore: () => (objectStore === undefined ? notYet() : objectStore.check()),
    },
    internal: (request, response, url) => tlsAsk(publicPort?.hosts, request, response, url),
  });
  new Gauge({
    name: 'sello_sockets',
    help: 'Browsers that listen for live events',
    registers: [metrics],
    collect() {
      this.set(publicPort?.sockets.count() ?? 0);
    },
  });

  async function start(): Promise<void> {
    ports.internal = (await ops.start()).port;
    store = overrides.store ?? (await openStore({ url: config.MONGO_URL, appName: 'bff' }));
    objectStore = createObjectStoreGuard(blobs, store.installation, log);
    const { log: _log, store: _store, blobs: _blobs, queue: _queue, ...behaviour } = overrides;
    publicPort = await compose({
      ...{ config, server, store, blobs, objectStore, queue, redis, log, metrics, closing: closing.signal },
      ...behaviour,
    });
    server.on('request', publicPort.app);
    await writeCatalog(store);
    void listenForEvents(publicPort);
    await listen();
  }

  /** If the object store is unavailable, the service still starts and retries in the background. */
  async function writeCatalog(opened: Store): Promise<void> {
    try {
      await ensureBuiltIns(opened, blobs);
    } catch (error) {
      log.error({ err: error }, 'the built-in templates could not be written to the catalog');
      pRetry(() => ensureBuiltIns(opened, blobs), forever).catch(() => undefined);
    }
  }

  /** Retries until Redis is available; until then browsers poll the batches. */
  async function listenForEvents({ batches, sockets, hosts }: PublicPort): Promise<void> {
    const listeners: EventListeners = {
      batch(event) {
        batches.onEvent(event);
        // Before the screens ask for the students whom a worker has written.
        if (event.state === 'done' || event.state === 'cancelled')
          void store?.students.recount(event.tenantId);
        sockets.emit('batch', event);
      },
      certificate(event) {
        void store?.students.recount(event.tenantId);
        sockets.emit('certificate', event);
      },
      domain(event) {
        hosts.forget(event.tenantId);
        sockets.emit('domain', event);
      },
      invite: (event) => sockets.emit('invite', event),
      preflight: (event) => sockets.emit('preflight', event),
      mailPause: (event) => sockets.emit('mailPause', event),
    };
    try {
      await pRetry(async () => {
        const opened = await queue.subscribe(listeners);
        if (closing.signal.aborted) await opened.close();
        else subscription = opened;
      }, forever);
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'subscription to live events failed');
    }
  }

  function listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.PORT.port, config.PORT.host, () => {
        server.off('error', reject);
        ports.public = (server.address() as AddressInfo).port;
        log.info({ port: ports.public, publicUrl: config.PUBLIC_URL }, 'listening');
        resolve();
      });
    });
  }

  /** Waits for running calls; connections still open after `times.closeAllMs` are closed. */
  function closeServer(): Promise<void> {
    return new Promise((resolve) => {
      if (!server.listening) return resolve();
      const idle = setInterval(() => server.closeIdleConnections(), times.closeIdleMs);
      const cut = setTimeout(() => server.closeAllConnections(), times.closeAllMs);
      server.close(() => {
        clearInterval(idle);
        clearTimeout(cut);
        resolve();
      });
      server.closeIdleConnections();
    });
  }

  let closed: Promise<void> | undefined;
  return {
    start,
    ports: () => ({ ...ports }),
    close() {
      ops.drain();
      closing.abort();
      closed ??= closeInOrder(
        [
          { name: 'sockets', close: () => publicPort?.sockets.close() },
          { name: 'http', close: closeServer },
          { name: 'events', close: () => subscription?.close() },
          { name: 'signal', close: () => publicPort?.signal.close() },
          { name: 'redis', close: () => redis.disconnect() },
          { name: 'queue', close: () => (overrides.queue ? undefined : queue.close()) },
          { name: 'store', close: () => (overrides.store ? undefined : store?.close()) },
          { name: 'blobs', close: () => (overrides.blobs ? undefined : blobs.close()) },
          { name: 'ops', close: () => ops.close() },
        ],
        log,
      );
      return closed;
    },
  };
}
