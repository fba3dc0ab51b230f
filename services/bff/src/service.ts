import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Blobs, blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { limits } from '@sello/contracts';
import {
  closeInOrder,
  createLogger,
  createMetrics,
  createOpsServer,
  Gauge,
  type Logger,
  retry,
  type Service,
} from '@sello/kit';
import { openQueue, type Queue, type Subscription } from '@sello/queue';
import { openStore, type Store, type UserRecord } from '@sello/store';
import { endpoints } from './api/index.ts';
import { createAudit } from './audit.ts';
import { createSignIn } from './auth/sign-in.ts';
import { createAccessTokens } from './auth/tokens.ts';
import { createBatchDesk } from './batches/desk.ts';
import { ensureBuiltIns } from './catalog/ensure-built-ins.ts';
import type { BffConfig } from './config.ts';
import { createAccessDesk } from './http/access.ts';
import { createApp } from './http/app.ts';
import { createBatchAnswer } from './http/batch-answer.ts';
import { createDispatch } from './http/dispatch.ts';
import { createIdempotencyDesk } from './http/idempotency.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { createLinks } from './links.ts';
import { answerTlsQuestion } from './ops/tls-question.ts';
import type { Parts } from './parts.ts';
import { createCertificateFile } from './public/certificate-file.ts';
import { createDownload } from './public/download.ts';
import { createPictures } from './public/pictures.ts';
import { createWebApp } from './public/web-app.ts';
import { evictionChannel, readEviction, writeEviction } from './realtime/eviction-signal.ts';
import { createSockets, type Sockets } from './realtime/sockets.ts';
import { connectRedis, openSignal, type Signal } from './redis.ts';
import { createInspector } from './verify/inspector.ts';

export interface BffOverrides {
  log?: Logger;
  store?: Store;
  blobs?: Blobs;
  queue?: Queue;
  /** How long a call waits for its batch, ms. */
  syncWaitMs?: number;
  /** How often sockets are checked, ms. */
  recheckMs?: number;
  /** Multiplies every rate limit. */
  rateFactor?: number;
  /** Holds every answer against its contract: for tests. */
  checkReplies?: boolean;
}

export interface Bff extends Service {
  /** After `start`: the ports that are listened on. */
  ports(): { public: number; internal: number };
}

/** The web's server: sign-in, the product's calls, live events, public files and the built application. */
export async function createBff(config: BffConfig, overrides: BffOverrides = {}): Promise<Bff> {
  const log = overrides.log ?? createLogger({ service: 'bff', level: config.LOG_LEVEL });
  const queue = overrides.queue ?? openQueue({ redisUrl: config.REDIS_URL, log, name: 'bff' });
  const blobs = overrides.blobs ?? openBlobs(blobsOptionsFrom(config));
  const redis = connectRedis(config.REDIS_URL, log);
  const metrics = createMetrics('bff');
  queue.measure(metrics);

  const publicUrl = new URL(config.PUBLIC_URL).origin;
  const masterKey = config.MASTER_KEY.reveal();
  const superAdmins = new Set(config.SUPER_ADMINS.map((email) => email.toLowerCase()));
  const isSuperAdmin = (user: Pick<UserRecord, 'email' | 'emailVerified'>) =>
    user.emailVerified && superAdmins.has(user.email.toLowerCase());
  const links = createLinks(publicUrl, masterKey);
  const rates = createRateLimits(redis, overrides.rateFactor);

  let store: Store | undefined;
  let sockets: Sockets | undefined;
  let signal: Signal | undefined;
  let subscription: Subscription | undefined;
  const closing = new AbortController();
  const server = createServer();
  // A client that sends its head slowly holds nothing for long; uploads and waits for batches take longer.
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;

  const ops = createOpsServer({
    listen: config.INTERNAL_PORT,
    log,
    metrics,
    checks: {
      store: () => (store === undefined ? Promise.reject(new Error('not opened yet')) : store.ping()),
      redis: () => queue.check(),
      blobs: () => blobs.check(),
    },
    internal: (request, response, url) => answerTlsQuestion(store, request, response, url),
  });
  const ports = { public: 0, internal: 0 };

  async function start(): Promise<void> {
    ports.internal = (await ops.start()).port;
    store = overrides.store ?? (await openStore({ url: config.MONGO_URL, appName: 'bff' }));
    const tokens = await createAccessTokens(
      config.SESSION_KEY.reveal() as Parameters<typeof createAccessTokens>[0],
      `${publicUrl}/auth/v1`,
    );
    const access = createAccessDesk(store, tokens, isSuperAdmin);
    sockets = createSockets({
      server,
      access,
      store,
      log,
      signal: (eviction) => signal?.send(writeEviction(eviction)),
      ...(overrides.recheckMs === undefined ? {} : { recheckMs: overrides.recheckMs }),
    });
    const live = sockets;
    signal = openSignal(redis, evictionChannel, (message) => {
      const eviction = readEviction(message);
      if (eviction) live.evict(eviction);
    });
    new Gauge({
      name: 'sello_sockets',
      help: 'Browsers that listen for live events',
      registers: [metrics],
      collect() {
        this.set(live.count());
      },
    });

    const batches = createBatchDesk(store, queue, log);
    const users = store.users;
    const parts: Parts = {
      log,
      store,
      blobs,
      links,
      batches,
      audit: createAudit(store, log),
      inspector: createInspector(store, blobs, log),
      wrappingKey: config.SIGNING_KEYS_PUBLIC,
      noteTenant(person, tenantId) {
        if (person.lastTenantId === tenantId) return;
        users.setLastTenant(person.userId, tenantId).catch((error: unknown) => {
          log.warn({ err: error }, 'the last organization could not be noted');
        });
      },
      async checkDomain({ tenantId, _id }) {
        await queue.enqueue('domain', { tenantId, domainId: _id }).catch((error: unknown) => {
          log.warn({ err: error, tenantId }, 'a domain waits for the next round of checks');
        });
      },
    };
    server.on(
      'request',
      createApp({
        publicUrl,
        trustProxy: config.TRUST_PROXY,
        log,
        auth: createSignIn({
          config,
          publicUrl,
          masterKey,
          store,
          tokens,
          rates,
          log,
          isSuperAdmin,
          sockets,
        }),
        dispatch: createDispatch({
          endpoints,
          parts,
          access,
          rates,
          idempotency: createIdempotencyDesk(store.idempotencyKeys),
          batchAnswer: createBatchAnswer({
            batches,
            store,
            blobs,
            links,
            waitMs: overrides.syncWaitMs ?? limits.syncWaitMs,
          }),
          checkReplies: overrides.checkReplies ?? false,
        }),
        certificateFile: createCertificateFile({ store, blobs, links, rates }),
        download: createDownload({ store, blobs, links, rates }),
        pictures: createPictures(blobs),
        webApp: createWebApp(config.WEB_DIST),
      }),
    );
    await ensureBuiltIns(store, blobs);
    void listenForEvents(batches, live);
    await listen();
  }

  /** Events begin when Redis can be reached; until then browsers read the batches themselves. */
  async function listenForEvents(batches: ReturnType<typeof createBatchDesk>, live: Sockets): Promise<void> {
    const forever = {
      attempts: Number.POSITIVE_INFINITY,
      firstMs: 200,
      maxMs: 5_000,
      signal: closing.signal,
    };
    try {
      const opened = await retry(
        () =>
          queue.subscribe({
            batch(event) {
              batches.hear(event);
              live.emit('batch', event);
            },
            domain: (event) => live.emit('domain', event),
          }),
        forever,
      );
      if (closing.signal.aborted) await opened.close();
      else subscription = opened;
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'live events could not be subscribed to');
    }
  }

  function listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.PORT.port, config.PORT.host, () => {
        server.off('error', reject);
        ports.public = (server.address() as AddressInfo).port;
        log.info({ port: ports.public, publicUrl }, 'listening');
        resolve();
      });
    });
  }

  function closeServer(): Promise<void> {
    return new Promise((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 15_000).unref();
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
          { name: 'sockets', close: () => sockets?.close() },
          { name: 'http', close: closeServer },
          { name: 'events', close: () => subscription?.close() },
          { name: 'signal', close: () => signal?.close() },
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
