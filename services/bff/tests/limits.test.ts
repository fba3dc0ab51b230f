import { connect as connectTcp } from 'node:net';
import { gzipSync } from 'node:zlib';
import { callLimits, studentsApi, tenantsApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { createLogger, times } from '@sello/kit';
import { Redis } from 'ioredis';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generous } from '../../../tests/patience.ts';
import type { Counts } from '../src/limits/counts.ts';
import { createSharedCounts } from '../src/limits/shared-counts.ts';
import { connectRedis } from '../src/redis.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let ana: ApiClient;
let tenant: string;

beforeAll(async () => {
  // Calls wait for one another as long as a busy machine needs.
  stack = await startTestStack({ TRUST_PROXY: '1' }, { checkReplies: false, lockWaitMs: generous });
  ana = await stack.signIn('ana@example.org');
  tenant = (await ana.call(tenantsApi, 'create', { body: { name: 'Academia Ana' } }))._id;
});
afterAll(() => stack?.close());

const send = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  path = '/api/students?fn=import',
) =>
  ana.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tenant-id': tenant, ...headers },
    body,
  });

describe('counts in Redis', () => {
  const log = createLogger({ service: 'test', level: 'silent' });
  const connections: Redis[] = [];
  const open = (prefix: string): Counts => {
    const redis = connectRedis(stack.backings.env.REDIS_URL!, log);
    connections.push(redis as Redis);
    return createSharedCounts(redis, prefix);
  };
  afterAll(() => connections.forEach((redis) => void redis.disconnect()));

  it('are shared by all BFFs, and an acquisition takes everything or nothing', async () => {
    const [one, other] = [open('test 1 '), open('test 1 ')];
    const acquisition = (lease: string, cost = 1) => ({
      lease,
      buckets: [
        { key: 'large', cost, size: 100, windowMs: 60_000 },
        { key: 'small', cost, size: 4, windowMs: 60_000 },
      ],
      slots: [{ key: 'slot', limit: 2 }],
    });
    // Until a new connection is ready, its process counts locally.
    await expect.poll(() => connections.every(({ status }) => status === 'ready')).toBe(true);
    expect(await one.acquire(acquisition('a'))).toEqual({ isAdmitted: true });
    expect(await other.acquire(acquisition('b'))).toEqual({ isAdmitted: true });
    expect(await one.acquire(acquisition('c'))).toEqual({
      isAdmitted: false,
      key: 'slot',
      waitMs: expect.any(Number),
    });
    await other.release(acquisition('a'));
    await one.renew(acquisition('b'));
    expect(await other.acquire(acquisition('c'))).toEqual({ isAdmitted: true });
    await Promise.all(['a', 'b', 'c'].map((lease) => one.release(acquisition(lease))));
    // Three of four points are spent; the refusal spent none.
    const refused = await other.acquire(acquisition('d', 2));
    expect(refused).toEqual({ isAdmitted: false, key: 'small', waitMs: expect.any(Number) });
    expect((refused as { waitMs: number }).waitMs).toBeLessThanOrEqual(15_000);
    expect(await other.acquire(acquisition('d'))).toEqual({ isAdmitted: true });
  });

  it('expire when a process dies', async () => {
    const counts = open('test 2 ');
    await expect.poll(() => connections.every(({ status }) => status === 'ready')).toBe(true);
    const redis = connections.at(-1)!;
    await counts.acquire({ lease: 'dead', buckets: [], slots: [{ key: 'slot', limit: 1 }] });
    const ttl = await redis.pttl('test 2 slot');
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(times.slotLeaseMs);
    await redis.zadd('test 2 slot', 'XX', 1, 'dead');
    expect(await counts.acquire({ lease: 'next', buckets: [], slots: [{ key: 'slot', limit: 1 }] })).toEqual({
      isAdmitted: true,
    });
  });
});

it('answers a person beyond the limits with 429 and Retry-After, and nobody else', async () => {
  const { app } = await stack.startBff(
    { PUBLIC_URL: stack.app },
    { rateFactor: 5 / callLimits.tenants.my.burst },
  );
  const ask = async (client: ApiClient) =>
    fetch(`${app}/api/tenants?fn=my`, { headers: { authorization: `Bearer ${await client.token()}` } });
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) statuses.push((await ask(ana)).status);
  expect(statuses).toEqual(expect.arrayContaining([200, 429]));
  const refused = await ask(ana);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', details: { limited: 'person' } });
  const bruno = await stack.signIn('bruno@example.org');
  expect((await ask(bruno)).status).toBe(200);
});

it('answers signed-in people while Redis hangs', async () => {
  const redis = new Redis(stack.backings.env.REDIS_URL!);
  await redis.client('PAUSE', 60_000, 'WRITE');
  try {
    for (let n = 0; n < 5; n++) {
      const response = await ana.fetch('/api/tenants?fn=my', { signal: AbortSignal.timeout(10_000) });
      expect(response.status).toBe(200);
    }
  } finally {
    await redis.client('UNPAUSE');
    redis.disconnect();
  }
});

it.each([
  ['millions of objects', `{"students":[${'{},'.repeat(3_000_000)}{}]}`, 'containers'],
  ['millions of numbers', `{"students":[${'0,'.repeat(4_000_000)}0]}`, 'values'],
  [
    'thousands of shapes, of few names',
    JSON.stringify({
      students: Array.from({ length: 20_000 }, (_, row) => ({
        ...Object.fromEntries([
          [`a${row % 150}`, ''],
          [`b${row % 149}`, ''],
          ['c', ''],
        ]),
      })),
    }),
    'shapes',
  ],
  ['deeply nested arrays', '['.repeat(100_000), 'depth'],
  ['more bytes than the call allows', `{"students":"${'x'.repeat(40_000_000)}"}`, 'bytes'],
])('refuses a compressed body of %s by its decompressed content', async (_what, text, bound) => {
  const response = await send(new Uint8Array(gzipSync(text)), { 'content-encoding': 'gzip' });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: 'payload_too_large', details: { bound } });
});

it('accepts the largest allowed import', async () => {
  const students = Array.from({ length: 1_000 }, (_, row) => ({
    fullName: `Alumna ${row}`,
    idNumber: `L-${row}`,
    ...Object.fromEntries(Array.from({ length: 200 }, (_, cell) => [`column ${cell}`, 'x'])),
  }));
  const response = await send(JSON.stringify({ students, dryRun: true }));
  expect(await response.json()).toMatchObject({ success: 1_000, errors: [] });
});

it('streams a whole list equal to the pages', async () => {
  const students = Array.from({ length: 1_203 }, (_, row) => ({
    fullName: `Alumna ${row}`,
    idNumber: `S-${row}`,
  }));
  await ana.call(studentsApi, 'import', { tenant, body: { students } });
  const query = { sort: 'idNumber' };
  const whole = await ana.call(studentsApi, 'list', { tenant, query });
  expect([whole.items.length, whole.total, whole.certified, whole.nextCursor]).toEqual([
    1_203,
    1_203,
    0,
    null,
  ]);
  const first = await ana.call(studentsApi, 'list', { tenant, query: { ...query, limit: 700 } });
  const rest = await ana.call(studentsApi, 'list', {
    tenant,
    query: { ...query, limit: 1_000, cursor: first.nextCursor! },
  });
  expect([...first.items, ...rest.items]).toEqual(whole.items);
  const none = await ana.call(studentsApi, 'list', { tenant, query: { search: 'nobody' } });
  expect(none).toEqual({ items: [], total: 0, all: 1_203, certified: 0, nextCursor: null });
  const broken = await ana.fetch('/api/students?fn=list&cursor=x', { headers: { 'x-tenant-id': tenant } });
  expect(broken.status).toBe(400);
  // Eight concurrent lists are served one at a time.
  const all = await Promise.all(
    Array.from({ length: 8 }, () => ana.call(studentsApi, 'list', { tenant, query: {} })),
  );
  expect(all.every(({ items }) => items.length === 1_203)).toBe(true);
});

it('generates an organization’s keys one at a time', async () => {
  const certificateParams = { reason: '', location: '', contactInfo: '', name: 'Key' };
  const body = { action: 'generate', algorithm: 'rsa-2048', certificateParams } as const;
  const asked = await Promise.allSettled(
    Array.from({ length: 4 }, () =>
      ana.call(tenantsApi, 'certificates-action', { tenant, query: { tenantId: tenant }, body }),
    ),
  );
  expect(asked.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
});

it('does not save a template that is too heavy to be rendered', async () => {
  const elements = Array.from({ length: 180 }, (_, index) => ({
    ...{ type: 'text', id: `t${index}`, x: 0, y: 0, width: 800, height: 500, fontFamily: 'Newsreader' },
    ...{
      paragraphs: [{ runs: [{ text: `{{fullName}} ${index} ${'lorem ipsum '.repeat(1_600)}` }] }],
      fontSize: 40,
      minFontSize: 1,
      fit: 'shrink',
    },
  }));
  const design = { version: 2, pages: [{ id: 'p', width: 842, height: 595, elements }] };
  const { app } = await stack.startBff({ PUBLIC_URL: stack.app, RENDER_BUDGET_MS: '250' });
  const save = async (wanted: object) => {
    const response = await fetch(`${app}/api/templates?fn=upsert`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-tenant-id': tenant,
        authorization: `Bearer ${await ana.token()}`,
      },
      body: JSON.stringify({ name: 'Heavy', ...wanted }),
    });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  expect(await save(design)).toEqual([422, 'template_too_heavy']);
  const few = { ...design, pages: [{ ...design.pages[0], elements: elements.slice(0, 1) }] };
  expect(await save(few)).toEqual([200, undefined]);
});

it('counts a call for the organization that its body names, also where the header names another', async () => {
  const other = (await ana.call(tenantsApi, 'create', { body: { name: 'Academia Otra' } }))._id;
  const body = JSON.stringify({ tenantId: other, emails: ['guest@example.org'] });
  const headers = { 'content-type': 'application/json', 'x-tenant-id': tenant };
  const answer = await ana.fetch('/api/members?fn=invite', { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  const redis = new Redis(stack.backings.env.REDIS_URL!);
  expect(await redis.exists(`limit:organization:${other}:members.invite`)).toBe(1);
  redis.disconnect();
});

it('closes the connection of a refused request whose body comes a byte now and then', async () => {
  const { hostname, port } = new URL(stack.app);
  const socket = connectTcp(Number(port), hostname);
  const answer: string[] = [];
  const end = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (chunk) => answer.push(chunk.toString())).on('error', () => undefined);
  socket.write(
    `POST /api/students?fn=import HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`,
  );
  const drip = setInterval(() => socket.write(' '), 100);
  await end;
  clearInterval(drip);
  expect(answer.join('')).toMatch(/^HTTP\/1.1 4\d\d /);
});

describe('sockets', () => {
  const sockets: Socket[] = [];
  afterAll(() => sockets.forEach((socket) => void socket.disconnect()));
  const connect = (auth: object, extraHeaders: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const socket = io(stack.app, {
        ...{ transports: ['websocket'], auth, extraHeaders, reconnection: false, forceNew: true },
      });
      sockets.push(socket);
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error) => resolve(error.message));
    });

  it('are limited to fifty per person, from any address', async () => {
    const auth = { token: await ana.token(), tenantId: tenant };
    const outcomes = await Promise.all(
      Array.from({ length: 55 }, (_, n) => connect(auth, { 'x-forwarded-for': `10.9.0.${n % 5}` })),
    );
    expect(outcomes.filter((outcome) => outcome === 'connected')).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(5);
    // A closed socket releases its slot.
    const admitted = sockets.find(({ connected }) => connected)!;
    const end = new Promise((resolve) => admitted.once('disconnect', resolve));
    admitted.disconnect();
    await end;
    await expect.poll(() => connect(auth, { 'x-forwarded-for': '10.9.1.1' })).toBe('connected');
  });

  it('of a staff room behind one address are all accepted, once each is authenticated', async () => {
    const auth = { token: await ana.token(), tenantId: tenant };
    // Those of the test before count until they are closed.
    for (const socket of sockets.splice(0)) socket.disconnect();
    for (let opened = 0; opened < 25; opened++)
      await expect.poll(() => connect(auth, { 'x-forwarded-for': '10.9.3.1' })).toBe('connected');
  });

  it('that are cut while they are authenticated take nothing of their person', async () => {
    const auth = { token: await ana.token(), tenantId: tenant };
    for (const socket of sockets.splice(0)) socket.disconnect();
    const cut = (n: number) =>
      new Promise<void>((resolve) => {
        const socket = io(stack.app, {
          ...{ transports: ['websocket'], auth, reconnection: false, forceNew: true },
          extraHeaders: { 'x-forwarded-for': `10.9.4.${n % 100}` },
        });
        socket.io.engine.once('close', () => resolve());
        // The packet that asks to connect has left.
        socket.io.engine.once('open', () => setImmediate(() => socket.io.engine.close()));
      });
    for (let n = 0; n < 60; n += 20)
      await Promise.all(Array.from({ length: 20 }, (_, place) => cut(n + place)));
    await expect.poll(() => connect(auth, { 'x-forwarded-for': '10.9.5.1' })).toBe('connected');
    // None is held: all of a person's are there.
    for (let opened = 1; opened < 50; opened++)
      await expect.poll(() => connect(auth, { 'x-forwarded-for': '10.9.5.1' })).toBe('connected');
  });

  it('are accepted only from our own origins', async () => {
    const auth = { token: await ana.token(), tenantId: tenant };
    const from = { 'x-forwarded-for': '10.9.2.1' };
    expect(await connect(auth, { ...from, origin: 'https://evil.example' })).toBe('websocket error');
  });
});
