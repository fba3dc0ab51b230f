import { Writable } from 'node:stream';
import { studentsApi, tenantsApi } from '@sello/contracts';
import { signIn } from '@sello/dev-stack';
import { createLogger } from '@sello/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('writes who tried which door, with ids and a network alone, and counts it', async () => {
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

it('tells of limits and of those who may not sign in', async () => {
  const closed = await stack.more({ SIGNUPS: 'closed' }, { rateFactor: 0.1 });
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
