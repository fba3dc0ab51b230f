import { Writable } from 'node:stream';
import { organizationsApi, studentsApi, tenantsApi } from '@sello/contracts';
import { signIn } from '@sello/dev-stack';
import { createLogger } from '@sello/kit';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import { cookieName, refreshAt, sessionIdOf, signInAt } from './signing-in.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
const lines: Record<string, unknown>[] = [];
const destination = new Writable({
  write(chunk, _encoding, done) {
    for (const line of String(chunk).split('\n').filter(Boolean)) lines.push(JSON.parse(line));
    done();
  },
});

beforeAll(async () => {
  const log = createLogger({ service: 'bff', level: 'info', destination });
  stack = await startTestStack({}, { log });
});
afterAll(() => stack.close());

const eventsOf = (name: string) => lines.filter((line) => line.security === name);

it('logs and counts refused calls, with ids and a network only', async () => {
  const ana = await stack.signIn('ana@example.org');
  const bruno = await stack.signIn('bruno@example.org');
  const { _id: tenant } = await ana.call(tenantsApi, 'create', { body: { name: 'Academia Ana' } });
  await expect(bruno.call(studentsApi, 'list', { tenant })).rejects.toMatchObject({ code: 'not_member' });
  const call = (headers: Record<string, string>) =>
    fetch(`${stack.app}/api/students?fn=list`, { headers: { 'x-tenant-id': tenant, ...headers } });
  expect((await call({})).status).toBe(401);
  expect((await call({ authorization: 'Bearer made-up' })).status).toBe(401);
  const crossSite = { method: 'POST', headers: { origin: 'https://elsewhere.example' } };
  expect((await fetch(`${stack.app}/auth/v1/logout`, crossSite)).status).toBe(403);

  expect(eventsOf('signed_in').map((line) => line.userId)).toEqual([ana.user.id, bruno.user.id]);
  expect(eventsOf('tenant_mismatch')).toMatchObject([
    { level: 'info', userId: bruno.user.id, tenantId: tenant, call: 'students.list', code: 'not_member' },
  ]);
  expect(eventsOf('unauthenticated')).toHaveLength(2);
  expect(eventsOf('cross_site_refused')).toMatchObject([{ call: 'auth/logout' }]);
  for (const line of lines.filter((entry) => 'security' in entry)) {
    expect(line.network).toMatch(/\/(24|64)$/);
    expect(JSON.stringify(line)).not.toMatch(/example\.org|Bearer|made-up/);
  }
  const metrics = await (await fetch(`${stack.internal}/metrics`)).text();
  expect(metrics).toMatch(/sello_security_events_total\{event="unauthenticated"[^}]*\} 2/);
  expect(metrics).toMatch(/sello_security_events_total\{event="refresh_reused"[^}]*\} 0/);
});

it('logs missing permissions, reused credentials and failed sign-ins', async () => {
  const owner = await stack.signIn('owner@example.org');
  const { _id: tenant } = await owner.call(tenantsApi, 'create', { body: { name: 'Academia Olga' } });
  const dora = await stack.signIn('dora@example.org');
  const membership = { userId: dora.user.id, userEmail: 'dora@example.org', userName: 'Dora' };
  await stack.store.members.add(tenant, { ...membership, role: 'template_designer' });
  const log = lines.length;
  const fresh = (name: string) => lines.slice(log).filter((line) => line.security === name);

  await expect(dora.call(studentsApi, 'list', { tenant })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(dora.call(organizationsApi, 'list', { query: {} })).rejects.toMatchObject({
    code: 'super_admin_required',
  });
  const ids = { level: 'info', userId: dora.user.id };
  expect(fresh('forbidden')).toMatchObject([
    { ...ids, tenantId: tenant, call: 'students.list', code: 'forbidden' },
    { ...ids, call: 'organizations.list', code: 'super_admin_required' },
  ]);

  const { browser, session } = await signInAt(stack.app, 'eva@example.org');
  const stolen = browser.cookies.get(cookieName)!;
  const sessionId = sessionIdOf(session);
  for (const step of [0, 1]) {
    const shown = { cookie: step, handle: step };
    await stack.store.sessions.rotate(sessionId, shown, { now: new Date(Date.now() - 120_000) });
  }
  const thief = new Browser();
  thief.cookies.set(cookieName, stolen);
  expect((await refreshAt(stack.app, thief, session.refresh_token)).status).toBe(400);
  expect(fresh('refresh_reused')).toMatchObject([{ userId: session.user.id, call: 'auth/token' }]);
  const copied = await signInAt(stack.app, 'eva@example.org');
  expect((await refreshAt(stack.app, copied.browser, 'x')).status).toBe(400);
  expect(fresh('refresh_mismatched')).toMatchObject([{ userId: session.user.id, call: 'auth/token' }]);

  const strange = await fetch(`${stack.app}/auth/v1/callback?state=made-up&code=x`, { redirect: 'manual' });
  expect(strange.status).toBe(302);
  const body = JSON.stringify({ auth_code: 'made-up', code_verifier: 'v'.repeat(43) });
  const headers = { 'content-type': 'application/json' };
  const guess = { method: 'POST', headers, body };
  expect((await fetch(`${stack.app}/auth/v1/token?grant_type=pkce`, guess)).status).toBe(404);
  expect(fresh('sign_in_failed').map((line) => [line.call, line.code])).toEqual([
    ['auth/callback', 'bad_oauth_state'],
    ['auth/token', 'flow_state_not_found'],
  ]);
  for (const line of lines.slice(log).filter((entry) => 'security' in entry)) {
    expect(JSON.stringify(line)).not.toMatch(/example\.org|made-up/);
  }
});

it('logs input that no form sends, with the call and without what was sent', async () => {
  const log = lines.length;
  const json = { 'content-type': 'application/json' };
  const send = (path: string, more: RequestInit) => fetch(`${stack.app}${path}`, more);
  const report = { method: 'POST', headers: json };
  const statuses = [
    await send('/api/verify?fn=report', { ...report, body: '["made-up"]' }),
    await send('/api/verify?fn=report', { ...report, body: '{"made-up":' }),
    await send('/api/verify?fn=report', {
      ...report,
      body: JSON.stringify({ text: 'made-up'.repeat(200_000) }),
    }),
    await send('/auth/v1/token?grant_type=pkce', { ...report, body: '{"auth_code":["made-up"]}' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 413, 400]);
  const events = lines.slice(log).filter((line) => line.security === 'input_refused');
  expect(events.map(({ call, code }) => [call, code])).toEqual([
    ['verify.report', 'invalid_payload'],
    ['verify.report', 'invalid_payload'],
    ['verify.report', 'payload_too_large'],
    ['auth/token', 'validation_failed'],
  ]);
  for (const event of events) expect(JSON.stringify(event)).not.toContain('made-up');
});

it('logs refused sockets', async () => {
  const log = lines.length;
  const socket = io(stack.app, { transports: ['websocket'], auth: {}, reconnection: false, forceNew: true });
  await new Promise((resolve) => socket.once('connect_error', resolve));
  socket.disconnect();
  const foreign = { ...{ transports: ['websocket'], reconnection: false, forceNew: true } };
  const page = io(stack.app, { ...foreign, extraHeaders: { origin: 'https://evil.example' } });
  await new Promise((resolve) => page.once('connect_error', resolve));
  page.disconnect();
  const output = lines.slice(log).filter((line) => line.call === 'socket');
  expect(output.map((line) => [line.security, line.code])).toEqual([
    ['unauthenticated', 'unauthenticated'],
    ['forbidden', 'origin'],
  ]);
});

it('logs exceeded limits and refused sign-ins', async () => {
  const closed = await stack.startBff({ SIGNUPS: 'closed' }, { rateFactor: 0.1 });
  const log = lines.length;
  await expect(
    signIn({ app: closed.app, issuer: stack.backings.issuer }, { email: 'new@example.org' }),
  ).rejects.toThrow(/signup_disabled/);
  const lookUp = () => fetch(`${closed.app}/api/verify?fn=lookup&hash=nothing`);
  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await lookUp()).status));
  expect(statuses).toContain(429);
  const fresh = lines.slice(log);
  expect(fresh.filter((line) => line.security === 'sign_in_refused')).toHaveLength(1);
  expect(fresh.filter((line) => line.security === 'rate_limited').length).toBeGreaterThan(0);
});
