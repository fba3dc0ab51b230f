import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type BatchEvent, certificatesApi, studentsApi, tenantsApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { createLogger } from '@sello/kit';
import { openQueue, type Queue } from '@sello/queue';
import { Redis } from 'ioredis';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildCertificate, buildStudent } from '../../../packages/store/tests/builders.ts';
import { describeSessions } from './sessions.suite.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let other: string;
let ana: ApiClient;
let tenant: string;
let queue: Queue;
let dist: string;
const script = 'export {};';
const sockets: Socket[] = [];

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'sello-web-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Sello</title>');
  await writeFile(join(dist, 'assets', 'index-abc.js'), script);
  await writeFile(join(dist, 'assets', 'index-abc.js.br'), brotliCompressSync(script));
  await writeFile(join(dist, 'assets', 'index-abc.js.gz'), gzipSync(script));
  stack = await startTestStack({ WEB_DIST: dist });
  // In the image the folder is relative to the working directory: `web/dist`.
  other = (await stack.startBff({ PUBLIC_URL: stack.app, WEB_DIST: relative(process.cwd(), dist) })).app;
  queue = openQueue({
    redisUrl: stack.backings.env.REDIS_URL!,
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  ana = await stack.signIn('ana@example.org');
  tenant = (await ana.call(tenantsApi, 'create', { body: { name: 'Academia Ana' } }))._id;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await queue.close();
  await stack.close();
  await rm(dist, { recursive: true });
});

async function connect(app: string, auth: object): Promise<Socket> {
  const socket = io(app, { transports: ['websocket'], auth, reconnection: false, forceNew: true });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}
const next = <Value>(socket: Socket, name: string): Promise<Value> =>
  new Promise((resolve) => socket.once(name, resolve));

const eventOf = (tenantId: string, rev: number): BatchEvent => ({
  tenantId,
  batchId: 'b'.repeat(24),
  kind: 'generate',
  state: 'running',
  rev,
  total: 10,
  done: rev,
  failed: 0,
  cancelled: 0,
});

/** Publishes an event until it arrives, because a new BFF may not have subscribed yet. */
async function nextEvent(socket: Socket, event: BatchEvent): Promise<BatchEvent> {
  const received = next<BatchEvent>(socket, 'batch');
  const timer = setInterval(() => void queue.publish('batch', event), 100);
  try {
    return await received;
  } finally {
    clearInterval(timer);
  }
}

describe('live events', () => {
  it('reach the tenant’s members on every BFF, and nobody of another tenant', async () => {
    const bruno = await stack.signIn('bruno@example.org');
    const brunos = (await bruno.call(tenantsApi, 'create', { body: { name: 'Bruno & Co' } }))._id;
    const here = await connect(stack.app, { token: await ana.token(), tenantId: tenant });
    const there = await connect(other, { token: await ana.token(), tenantId: tenant });
    const foreign = await connect(stack.app, { token: await bruno.token(), tenantId: brunos });
    const strange: unknown[] = [];
    foreign.onAny((name, event: BatchEvent) => strange.push([name, event.tenantId]));
    const event = eventOf(tenant, 1);
    expect(await Promise.all([nextEvent(here, event), nextEvent(there, event)])).toEqual([event, event]);
    const own = eventOf(brunos, 2);
    expect(await nextEvent(foreign, own)).toEqual(own);
    expect(strange.every((entry) => JSON.stringify(entry) === JSON.stringify(['batch', brunos]))).toBe(true);
  });

  it('are not sent to members without the permission', async () => {
    const dora = await stack.signIn('dora@example.org');
    await stack.store.members.add(tenant, {
      userId: dora.user.id,
      userEmail: 'dora@example.org',
      userName: 'Dora',
      role: 'template_designer',
    });
    const designer = await connect(stack.app, { token: await dora.token(), tenantId: tenant });
    const received: unknown[] = [];
    designer.onAny((name) => received.push(name));
    const owner = await connect(stack.app, { token: await ana.token(), tenantId: tenant });
    await nextEvent(owner, eventOf(tenant, 3));
    await nextEvent(owner, eventOf(tenant, 4));
    expect(received).toEqual([]);
    // After a promotion the same socket receives events, because its roles are rechecked.
    const member = (await stack.store.members.of(tenant, dora.user.id))!;
    await stack.store.members.changeRole(tenant, member._id, 'member');
    expect((await nextEvent(designer, eventOf(tenant, 5))).rev).toBe(5);
  });

  it('require a session and a membership', async () => {
    const token = await ana.token();
    for (const [auth, code] of [
      [{}, 'unauthenticated'],
      [{ token: 'x', tenantId: tenant }, 'unauthenticated'],
      [{ token, tenantId: 'f'.repeat(24) }, 'not_member'],
      [{ token }, 'unauthenticated'],
    ] as const) {
      await expect(connect(stack.app, auth)).rejects.toMatchObject({ message: code });
    }
    const polling = await fetch(`${stack.app}/socket.io/?EIO=4&transport=polling`);
    expect(polling.status).toBe(400);
  });

  it('end at once with the session, on every BFF', async () => {
    const carla = await stack.signIn('carla@example.org');
    const own = (await carla.call(tenantsApi, 'create', { body: { name: 'Carla' } }))._id;
    const here = await connect(stack.app, { token: await carla.token(), tenantId: own });
    const there = await connect(other, { token: await carla.token(), tenantId: own });
    const ends = [next(here, 'disconnect'), next(there, 'disconnect')];
    await carla.signOut();
    expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect']);
  });

  it('end when another BFF signals that a member was removed', async () => {
    const owner = await connect(other, { token: await ana.token(), tenantId: tenant });
    const end = next(owner, 'disconnect');
    const redis = new Redis(stack.backings.env.REDIS_URL!);
    await redis.publish('sello:evictions', 'not an eviction');
    await redis.publish('sello:evictions', JSON.stringify({ tenantId: tenant, userId: ana.user.id }));
    redis.disconnect();
    expect(await end).toBe('io server disconnect');
  });

  it('end after a removal without a signal', async () => {
    const eva = await stack.signIn('eva@example.org');
    const member = await stack.store.members.add(tenant, {
      userId: eva.user.id,
      userEmail: 'eva@example.org',
      userName: 'Eva',
      role: 'member',
    });
    const socket = await connect(stack.app, { token: await eva.token(), tenantId: tenant });
    const end = next(socket, 'disconnect');
    await stack.store.members.remove(tenant, member._id);
    expect(await end).toBe('io server disconnect');
  });
});

describeSessions(() => ({ stack, connect }));

describe('the built application', () => {
  it('answers each of its routes with the page, and serves hashed files as immutable', async () => {
    for (const path of ['/', '/students', '/settings/abc/general', '/verify/x']) {
      const response = await fetch(stack.app + path, { headers: { accept: 'text/html' } });
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await response.text()).toContain('<title>Sello</title>');
    }
    const file = await fetch(`${stack.app}/assets/index-abc.js`);
    expect(file.headers.get('cache-control')).toContain('immutable');
  });

  it('serves hashed files as immutable from a folder that is named by a relative path', async () => {
    const file = await fetch(`${other}/assets/index-abc.js`);
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const page = await fetch(`${other}/students`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<title>Sello</title>');
  });

  it.each(['br', 'gzip', 'identity'])(
    'sends a file as it was compressed by the build: %s',
    async (encoding) => {
      const headers = { 'accept-encoding': encoding };
      const file = await fetch(`${stack.app}/assets/index-abc.js`, { headers });
      const type = 'text/javascript; charset=utf-8';
      const answered = file.headers.get('content-encoding') ?? 'identity';
      expect([answered, file.headers.get('content-type')?.toLowerCase(), file.headers.get('vary')]).toEqual([
        ...[encoding, type],
        'Accept-Encoding',
      ]);
      expect(file.headers.get('cache-control')).toContain('immutable');
      expect(await file.text()).toBe(script);
    },
  );

  it('refuses a malformed path as every other bad request', async () => {
    const response = await fetch(`${stack.app}/assets/%E0%A4%A`);
    expect([response.status, await response.json()]).toMatchObject([400, { code: expect.any(String) }]);
  });

  it('is not served for missing files', async () => {
    for (const path of ['/assets/index-gone.js', '/api/nothing', '/auth/v1/nothing', '/d/x']) {
      const response = await fetch(stack.app + path, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(404);
    }
    expect((await fetch(`${stack.app}/assets/..%2f..%2fpackage.json`)).status).toBe(404);
  });
});

it('reports readiness of its dependencies on the internal port only', async () => {
  expect(await (await fetch(`${stack.internal}/readyz`)).json()).toMatchObject({
    status: 'ready',
    checks: { web: 'ok', store: 'ok', redis: 'ok', blobs: 'ok' },
  });
  expect(await (await fetch(`${stack.internal}/metrics`)).text()).toContain('sello_sockets');
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
    for (const path of ['/internal/tls-ask?domain=a.org', '/internal', '/Internal/x']) {
      const outside = await fetch(stack.app + path, { method, headers: { accept: 'text/html' } });
      expect([method, path, outside.status]).toEqual([method, path, 404]);
    }
  }
});

it('serves the public and signs people in while Redis hangs', async () => {
  const redis = new Redis(stack.backings.env.REDIS_URL!);
  await redis.client('PAUSE', 60_000, 'WRITE');
  try {
    const ask = (path: string) => fetch(stack.app + path, { signal: AbortSignal.timeout(10_000) });
    expect((await ask('/api/verify?fn=lookup&hash=nothing')).status).toBe(404);
    const token = await ana.token();
    const user = await fetch(`${stack.app}/auth/v1/user`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    expect(user.status).toBe(200);
  } finally {
    await redis.client('UNPAUSE');
    redis.disconnect();
  }
});

it('the counts of a large list are those after a batch as soon as its end is published', async () => {
  const school = (await ana.call(tenantsApi, 'create', { body: { name: 'Academia grande' } }))._id;
  const students = Array.from({ length: 1_000 }, (_, at) => ({
    fullName: `Alumna ${at}`,
    idNumber: `G-${at}`,
  }));
  await ana.call(studentsApi, 'import', { tenant: school, body: { students } });
  const socket = await connect(stack.app, { token: await ana.token(), tenantId: school });
  await nextEvent(socket, eventOf(school, 1));
  const listed = () => ana.call(studentsApi, 'list', { tenant: school, query: { limit: 25 } });
  expect((await listed()).total).toBe(1_000);
  // Another process writes them, as a worker does.
  await stack.store.students.create(school, buildStudent());
  const ended = next<BatchEvent>(socket, 'batch');
  await queue.publish('batch', { ...eventOf(school, 2), state: 'done' });
  await ended;
  expect((await listed()).total).toBe(1_001);
});

// Last: an installation that has issued without its mark in the object store is not ready.
it('a live event tells every window of the organization at once that a certificate was revoked', async () => {
  const row = buildCertificate();
  await stack.store.certificates.issue(tenant, [row]);
  const socket = await connect(other, { token: await ana.token(), tenantId: tenant });
  await nextEvent(socket, eventOf(tenant, 3));
  const seen = next(socket, 'certificate');
  await ana.call(certificatesApi, 'revoke', { tenant, body: { certId: row._id, reason: 'Mistake' } });
  const certificates = [{ certId: row._id, studentId: row.studentId }];
  expect(await seen).toEqual({ tenantId: tenant, certificates });
});
