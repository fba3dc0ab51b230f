import {
  type Api,
  apis,
  type Call,
  type ErrorCode,
  errorBody,
  errorTable,
  isAllowed,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestStack } from './stack.ts';
import { describeStudentImports } from './student-imports.suite.ts';
import { startTwoOrganizations } from './two-organizations.ts';

let stack: TestStack;
let ana: ApiClient;
let bruno: ApiClient;
let root: ApiClient;
let anas: string;
let brunos: string;

beforeAll(async () => {
  ({ stack, ana, bruno, anas, brunos } = await startTwoOrganizations());
  root = await stack.signIn('root@sello.example');
});
afterAll(() => stack.close());

interface Row {
  name: string;
  resource: string;
  key: string;
  call: Call;
}
const rows: Row[] = (Object.values(apis) as Api[]).flatMap(({ resource, calls }) =>
  Object.entries(calls).map(([key, call]) => ({ name: `${resource}.${key}`, resource, key, call })),
);
/** Whether the owner of an organization may make the call; the others are the operator's. */
const mayOwner = ({ access }: Call) =>
  access.kind !== 'superAdmin' &&
  (access.kind !== 'tenant' || access.anyOf.some((permission) => isAllowed(['owner'], permission)));
const tenantRows = rows.filter(({ call }) => call.access.kind === 'tenant');
const guarded = rows.filter(({ call }) => call.access.kind !== 'public');
const withBody = rows.filter(({ call }) => call.body !== undefined);

function pathOf({ resource, key, call }: Row, query: Record<string, string> = {}): string {
  const params = new URLSearchParams({
    fn: call.fn ?? key,
    ...(call.type ? { type: call.type } : {}),
    ...query,
  });
  return `/api/${resource}?${params}`;
}
/** The tenant by header, and by query where the contract names it there. */
function named(
  { call }: Row,
  tenantId: string,
): { headers: Record<string, string>; query: Record<string, string> } {
  const isInQuery = JSON.stringify(call.query?.toJSONSchema({ io: 'input' }) ?? {}).includes('tenantId');
  return { headers: { 'x-tenant-id': tenantId }, query: isInQuery ? { tenantId } : {} };
}

async function problemOf(response: Response): Promise<{ status: number; code: ErrorCode }> {
  const body = errorBody.parse(await response.json());
  expect(body.requestId).toBe(response.headers.get('x-request-id'));
  const code = body.code as ErrorCode;
  expect(errorTable[code].status).toBe(response.status);
  return { status: response.status, code };
}

describe.each(guarded)('$name', (row) => {
  it('requires a session unless it is public', async () => {
    const { headers, query } = named(row, anas);
    const response = await fetch(stack.app + pathOf(row, query), { method: row.call.method, headers });
    expect(await problemOf(response)).toEqual({ status: 401, code: 'unauthenticated' });
    const forged = { ...headers, authorization: `Bearer ${(await ana.token()).slice(0, -2)}` };
    const second = await fetch(stack.app + pathOf(row, query), { method: row.call.method, headers: forged });
    expect(await problemOf(second)).toMatchObject({ status: 401 });
  });
});

describe.each(rows)('$name', (row) => {
  it('answers other methods with 405 and the allowed methods', async () => {
    const taken = rows
      .filter(({ resource, key, call }) => pathOf({ resource, key, call, name: '' }) === pathOf(row))
      .map(({ call }) => call.method as string);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((name) => !taken.includes(name))) {
      const response = await fetch(stack.app + pathOf(row), { method });
      expect(await problemOf(response)).toEqual({ status: 405, code: 'method_not_allowed' });
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual(taken.sort());
    }
  });
});

describe.each(tenantRows)('$name', (row) => {
  it('refuses members of another organization, wherever the tenant is named', async () => {
    const { headers, query } = named(row, brunos);
    const response = await ana.fetch(pathOf(row, query), { method: row.call.method, headers });
    expect(await problemOf(response)).toEqual({ status: 403, code: 'not_member' });
    if (!('tenantId' in query)) return;
    const sly = { 'x-tenant-id': anas };
    const second = await ana.fetch(pathOf(row, query), { method: row.call.method, headers: sly });
    expect(await problemOf(second)).toEqual({ status: 403, code: 'not_member' });
  });

  it('requires a tenant', async () => {
    const response = await ana.fetch(pathOf(row), { method: row.call.method });
    expect(await problemOf(response)).toEqual({ status: 400, code: 'organization_id_missing' });
  });
});

describe.each(withBody)('$name', (row) => {
  it('refuses a body that is malformed, of another type, or too large', async () => {
    const { headers, query } = named(row, anas);
    const caller = mayOwner(row.call) ? ana : root;
    const send = (body: string, type = 'application/json') =>
      caller.fetch(pathOf(row, query), {
        method: row.call.method,
        headers: { ...headers, 'content-type': type },
        body,
      });
    expect((await problemOf(await send('{"a":'))).code).toBe('invalid_payload');
    expect((await problemOf(await send('{}', 'text/plain'))).code).toBe('invalid_payload');
    expect((await problemOf(await send('"text"'))).status).toBe(400);
    expect((await problemOf(await send('null'))).status).toBe(400);
    if ((row.call.bodyLimit ?? 0) > 1024 * 1024) return;
    expect((await problemOf(await send(`{"x":"${'x'.repeat(300_000)}"}`))).code).toBe('payload_too_large');
  });
});

describe('the dispatcher', () => {
  it('rejects unknown resources and functions', async () => {
    for (const path of ['/api/nothing?fn=list', '/api', '/api/students/list', '/api/__proto__?fn=list']) {
      expect(await problemOf(await fetch(stack.app + path))).toEqual({ status: 404, code: 'not_found' });
    }
    for (const query of ['', '?fn=', '?fn=nothing', '?fn=toString', '?fn=list&fn=list', '?fn[]=list']) {
      expect(await problemOf(await fetch(`${stack.app}/api/students${query}`))).toMatchObject({
        code: 'invalid_function',
      });
    }
  });

  it('refuses a form that is malformed or has no file', async () => {
    const url = `${stack.app}/api/verify?fn=file`;
    const send = (type: string, body: string) =>
      fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
    const form = 'multipart/form-data';
    expect((await problemOf(await send(form, 'x'))).code).toBe('invalid_payload');
    expect((await problemOf(await send(`${form}; boundary=b`, '--b\r\nbroken'))).code).toBe(
      'invalid_payload',
    );
    expect((await problemOf(await send(`${form}; boundary=b`, '--b--\r\n'))).code).toBe('file_missing');
    expect((await problemOf(await send('application/pdf', '%PDF-1.7'))).code).toBe('file_missing');
    const twice = '--b\r\nContent-Disposition: form-data; name="action"\r\n\r\nx\r\n'.repeat(2);
    expect((await problemOf(await send(`${form}; boundary=b`, `${twice}--b--\r\n`))).code).toBe(
      'invalid_payload',
    );
    const nameless = '--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n';
    const body = `${nameless}${'%PDF-1.7'.repeat(1_000)}\r\n--b--\r\n`;
    expect((await problemOf(await send(`${form}; boundary=b`, body))).code).toBe('file_missing');
  });

  it('stores a plain name of a file, whatever it was sent as', async () => {
    const sent = async (name: string) => {
      const disposition = `Content-Disposition: form-data; name="csv"; filename="${name}"`;
      const response = await ana.fetch('/api/students?fn=import-file', {
        method: 'POST',
        headers: { 'x-tenant-id': anas, 'content-type': 'multipart/form-data; boundary=b' },
        body: `--b\r\n${disposition}\r\n\r\nfullName\r\nAna\r\n--b--\r\n`,
      });
      return ((await response.json()) as { fileName: string }).fileName;
    };
    expect(await sent('../../etc/list\u202evsc.exe')).toBe('list vsc.exe');
    expect(await sent('<b>\u200b.csv')).toBe('b.csv');
    expect(await sent(`${'n'.repeat(4_000)}.csv`)).toBe(`${'n'.repeat(120)}.csv`);
  });

  it('reports the missing fields when there is no body', async () => {
    const headers = { 'x-tenant-id': anas };
    const ask = async (method: string, path: string) =>
      (await problemOf(await ana.fetch(path, { method, headers }))).code;
    expect(await ask('DELETE', '/api/students?fn=delete-batch')).toBe('ids_required');
    expect(await ask('POST', '/api/students?fn=import')).toBe('students_required');
    expect(await ask('DELETE', '/api/templates?fn=delete-batch')).toBe('ids_invalid');
    expect(await ask('POST', '/api/tenants?fn=create')).toBe('tenant_name_required');
    expect(await ask('POST', '/api/certificates?fn=generate')).toBe('invalid_payload');
  });

  it('refuses a member without the permission and admits a super admin', async () => {
    const headers = { 'x-tenant-id': anas };
    await stack.store.members.add(anas, {
      userId: bruno.user.id,
      userEmail: 'bruno@example.org',
      userName: 'Bruno',
      role: 'template_designer',
    });
    const list = () => bruno.fetch('/api/students?fn=list', { headers });
    expect(await problemOf(await list())).toEqual({ status: 403, code: 'forbidden' });
    const member = (await stack.store.members.of(anas, bruno.user.id))!;
    await stack.store.members.changeRole(anas, member._id, 'member');
    expect((await list()).status).toBe(200);
    await stack.store.members.setStatus(anas, member._id, 'blocked');
    expect(await problemOf(await list())).toEqual({ status: 403, code: 'not_member' });
    await stack.store.members.remove(anas, member._id);

    expect((await root.fetch('/api/students?fn=list', { headers })).status).toBe(200);
    const nowhere = { 'x-tenant-id': 'f'.repeat(24) };
    expect(await problemOf(await root.fetch('/api/students?fn=list', { headers: nowhere }))).toMatchObject({
      code: 'tenant_not_found',
    });
    const all = await root.call(apis.tenants, 'my');
    expect(all.map((tenant) => tenant._id).sort()).toEqual([anas, brunos].sort());
    expect(all.flatMap(({ role, joinedAt }) => [role, joinedAt])).toEqual(Array(4).fill(undefined));
  });

  it('refuses calls after the session has ended', async () => {
    const carla = await stack.signIn('carla@example.org');
    const token = await carla.token();
    await carla.signOut();
    const response = await fetch(`${stack.app}/api/tenants?fn=my`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await problemOf(response)).toEqual({ status: 401, code: 'session_expired' });
  });

  it('returns the caller’s own grants and nobody else’s', async () => {
    const ask = (user_uuid: string, tenant_uuid: string | null) =>
      ana.call(apis.rpc, 'get_all_user_data', { body: { user_uuid, tenant_uuid } });
    expect((await ask(ana.user.id, anas)).roles).toEqual(['owner']);
    expect((await ask(ana.user.id, brunos)).roles).toEqual([]);
    expect((await ask(ana.user.id, 'not a tenant')).permissions).toEqual([]);
    await expect(ask(bruno.user.id, brunos)).rejects.toMatchObject({ code: 'forbidden' });
    const roles = await ana.call(apis.rpc, 'get_user_roles', {
      body: { user_uuid: ana.user.id, tenant_uuid: anas },
    });
    expect(roles).toEqual(['owner']);
  });

  it('lists students briefly, with only the fields for a picker', async () => {
    const body = { fullName: 'Única Brevis', email: 'unica@example.org', idNumber: '7', custom: { a: 'b' } };
    const { _id, fullName, email } = await ana.call(apis.students, 'upsert', { tenant: anas, body });
    const ask = (query: { search?: string; certified?: 'true'; limit?: number; ids?: string }) =>
      ana.call(apis.students, 'list-brief', { tenant: anas, query });
    const found = {
      items: [{ _id, fullName, email, certified: false }],
      total: 1,
      certified: 0,
      all: expect.any(Number),
    };
    expect(await ask({ search: 'brevis' })).toEqual({ ...found, nextCursor: null });
    expect(await ask({ search: 'brevis', limit: 1 })).toEqual({ ...found, nextCursor: null });
    expect((await ask({ search: 'brevis', certified: 'true' })).items).toEqual([]);
    expect(await ask({ ids: `${_id},${'e'.repeat(24)}` })).toEqual({ ...found, nextCursor: null });
    await expect(ask({ ids: 'x' })).rejects.toMatchObject({ code: 'invalid_payload' });
  });

  it('sends security headers with every response', async () => {
    for (const path of ['/api/students?fn=list', '/auth/v1/user', '/verify/x', '/nothing.js']) {
      const { headers } = await fetch(stack.app + path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none';script-src 'self';");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});

it('takes as a student’s photograph only a stored one of the organization, and keeps it', async () => {
  const image = { key: 'photos/a', size: 10, mediaType: 'image/png', use: 'photo' as const };
  const [own, other] = await Promise.all(
    [anas, brunos].map((tenantId) => stack.store.assets.put(tenantId, { ...image, sha256: 'a'.repeat(64) })),
  );
  const save = (body: object) =>
    ana.call(apis.students, 'upsert', {
      tenant: anas,
      body: { fullName: 'Ana Foto', email: 'ana@example.org', ...body },
    });
  for (const photo of [other!._id, 'f'.repeat(24)]) {
    await expect(save({ photo })).rejects.toMatchObject({ code: 'not_found', details: { photo } });
  }
  await expect(save({ photo: 'data:image/png,' })).rejects.toMatchObject({ code: 'invalid_payload' });
  const saved = await save({ photo: own!._id });
  expect(saved.photo).toBe(own!._id);
  const row = { fullName: 'Ana Foto', email: 'ana@example.org', idNumber: 'foto-1' };
  await save({ ...row, _id: saved._id, photo: own!._id });
  // An import has no column for it and leaves it alone.
  await ana.call(apis.students, 'import', {
    tenant: anas,
    body: { students: [{ ...row, fullName: 'Ana Photo' }], existing: 'update' },
  });
  const { items } = await ana.call(apis.students, 'list', { tenant: anas, query: { search: 'foto-1' } });
  expect(items).toMatchObject([{ fullName: 'Ana Photo', photo: own!._id }]);
});

describeStudentImports(() => ({ stack, ana }));
