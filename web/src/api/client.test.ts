import {
  assetsApi,
  batchesApi,
  certificatesApi,
  progressLinesType,
  studentsApi,
  templatesApi,
  tenantsApi,
  verifyApi,
} from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import {
  ApiError,
  addressOf,
  type Client,
  type ClientDependencies,
  createClient,
  NETWORK_ERROR,
} from './client.ts';

interface Sent {
  url: string;
  init: RequestInit;
  headers: Headers;
}

function build(
  answer: () => Response | Promise<Response>,
  dependencies: Partial<ClientDependencies> = {},
): {
  client: Client;
  sent: Sent[];
  refused: () => number;
} {
  const sent: Sent[] = [];
  let refused = 0;
  const client = createClient({
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init, headers: new Headers(init.headers) });
      return answer();
    },
    token: async () => 'token-1',
    tenantId: () => 'tenant-1',
    onUnauthenticated: () => {
      refused++;
    },
    ...dependencies,
  });
  return { client, sent, refused: () => refused };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call was answered');
}

describe('the URL of a call', () => {
  it('names the function, and the kind of settings where a contract has one', () => {
    expect(addressOf('tenants', 'certificates', tenantsApi.calls.certificates, { tenantId: 'a' })).toBe(
      '/api/tenants?fn=settings&type=certificates&tenantId=a',
    );
  });

  it('leaves out what is absent or empty', () => {
    expect(
      addressOf('students', 'list', studentsApi.calls.list, { search: '', limit: 25, cursor: undefined }),
    ).toBe('/api/students?fn=list&limit=25');
  });
});

describe('a call', () => {
  it('sends the access token and the tenant', async () => {
    const { client, sent } = build(json({ items: [], total: 0, nextCursor: null, certified: 0 }));
    await client.call(studentsApi, 'list', { query: { limit: 25 } });
    expect(sent[0]?.url).toBe('/api/students?fn=list&limit=25');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(sent[0]?.headers.get('x-tenant-id')).toBe('tenant-1');
    expect(sent[0]?.headers.has('prefer')).toBe(false);
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('belongs to the tenant in which it was made, although another one is chosen while the token is refreshed', async () => {
    let tenant = 'tenant-1';
    const { promise: token, resolve: refresh } = Promise.withResolvers<string>();
    const { client, sent } = build(json({}), { tenantId: () => tenant, token: () => token });
    const saved = client.call(templatesApi, 'freeze', { body: { id: 'a', reason: 'left' } });
    tenant = 'tenant-2';
    refresh('token-2');
    await saved;
    expect(sent[0]?.headers.get('x-tenant-id')).toBe('tenant-1');
  });

  it('is of no tenant where it says so', async () => {
    const { client, sent } = build(json({}));
    await client.call(assetsApi, 'file', { query: { id: 'a' }, tenantId: null });
    expect(sent[0]?.headers.has('x-tenant-id')).toBe(false);
  });

  it('sends neither token nor tenant with a public call', async () => {
    const { client, sent } = build(json({ certificate: {} }));
    await client.call(verifyApi, 'lookup', { query: { hash: 'x' } });
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    expect(sent[0]?.headers.has('x-tenant-id')).toBe(false);
  });

  it('asks for an asynchronous batch, with an idempotency key', async () => {
    const { client, sent } = build(json({ batchId: 'b' }, 202));
    const body = { students: [{ _id: 'a' }] };
    expect(await client.call(certificatesApi, 'download-zip', { body, idempotencyKey: 'k-1' })).toEqual({
      batchId: 'b',
    });
    await client.call(certificatesApi, 'download-zip', { body });
    await client.call(certificatesApi, 'download-zip', { body });
    expect(sent.map(({ headers }) => headers.get('prefer'))).toEqual(Array(3).fill('respond-async'));
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe('k-1');
    expect(new Set(keys).size).toBe(3);
  });

  it('sends a file with its fields as a form', async () => {
    const { client, sent } = build(json({ id: 'c' }));
    const file = new File(['x'], 'key.p12');
    await client.call(tenantsApi, 'certificates-action', {
      query: { tenantId: 'a' },
      body: { action: 'upload', password: 'word' },
      file,
    });
    const form = sent[0]?.init.body as FormData;
    expect([...form.keys()]).toEqual(['action', 'password', 'certificate']);
    expect(form.get('action')).toBe('upload');
    expect((form.get('certificate') as File).name).toBe('key.p12');
    expect(sent[0]?.headers.has('content-type')).toBe(false);
  });

  it('sends a body without a file as JSON although the contract accepts a file', async () => {
    const { client, sent } = build(json({ id: 'c' }));
    await client.call(tenantsApi, 'certificates-action', {
      query: { tenantId: 'a' },
      body: { action: 'revoke', id: 'c' },
    });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ action: 'revoke', id: 'c' });
  });
});

describe('a failed call', () => {
  it('becomes an error with the server’s message, code, status and request', async () => {
    const body = {
      error: 'Student not found',
      code: 'student_not_found',
      requestId: 'r-1',
      details: { a: 1 },
    };
    const { client } = build(json(body, 404));
    const error = await failure(client.call(studentsApi, 'delete', { query: { id: 'x' } }));
    expect(error).toMatchObject({
      message: 'Student not found',
      code: 'student_not_found',
      status: 404,
      requestId: 'r-1',
      details: { a: 1 },
      call: { resource: 'students', key: 'delete' },
    });
  });

  it('has the contract’s fallback message when the response has none, such as a proxy’s page', async () => {
    const { client } = build(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const error = await failure(client.call(studentsApi, 'list', { query: {} }));
    expect(error).toMatchObject({ message: 'Failed to list students', code: 'HTTP_502', status: 502 });
  });

  it('has the code NETWORK_ERROR without a response', async () => {
    const { client } = build(() => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failure(client.call(studentsApi, 'list', { query: {} }));
    expect(error).toMatchObject({ code: NETWORK_ERROR, status: 0 });
  });

  it('stays an AbortError when the caller aborted it', async () => {
    const stop = new AbortController();
    stop.abort();
    const { client } = build(() => Promise.reject(new DOMException('gone', 'AbortError')));
    await expect(client.call(studentsApi, 'list', { query: {}, signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('returns null or an empty list for a 404 that the contract declares as an answer', async () => {
    const absent = { error: 'x', code: 'batch_not_found', requestId: 'r' };
    expect(await build(json(absent, 404)).client.call(batchesApi, 'get', { query: { id: 'x' } })).toBeNull();
    const none = { error: 'x', code: 'not_found', requestId: 'r' };
    expect(await build(json(none, 404)).client.call(tenantsApi, 'get-roles')).toEqual([]);
    const other = await failure(
      build(json({ ...none }, 404)).client.call(batchesApi, 'get', { query: { id: 'x' } }),
    );
    expect(other.code).toBe('not_found');
  });

  it('has the session checked on a 401', async () => {
    const { client, refused } = build(json({ error: 'x', code: 'session_expired', requestId: 'r' }, 401));
    await failure(client.call(studentsApi, 'list', { query: {} }));
    expect(refused()).toBe(1);
  });

  const lines =
    (...parts: string[]) =>
    () => {
      const chunks = parts.map((part) => new TextEncoder().encode(part));
      const body = new ReadableStream({
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      });
      return new Response(body, { headers: { 'content-type': progressLinesType } });
    };
  const importing = (client: Client, seen: unknown[] = []) =>
    client.call(assetsApi, 'import-pdf', {
      ...{ file: new File(['%PDF-'], 'a.pdf'), body: {}, onProgress: (progress) => seen.push(progress) },
    });

  it('says how far it is while it runs, and gives its reply or its error at the end', async () => {
    const seen: unknown[] = [];
    const reply = { pages: [], notes: [], pageCount: 0 };
    const { client, sent } = build(
      lines(
        '{"progress":{"page":1,"pa',
        `ges":2}}\n{"progress":{"page":2,"pages":2}}\n{"reply":`,
        `${JSON.stringify(reply)}}\n`,
      ),
    );
    expect(await importing(client, seen)).toEqual(reply);
    expect(seen).toEqual([
      { page: 1, pages: 2 },
      { page: 2, pages: 2 },
    ]);
    expect(sent[0]?.headers.get('accept')).toContain(progressLinesType);
    const refused = { error: 'The file is no PDF', code: 'upload_pdf_kind', requestId: 'r' };
    const { client: other } = build(
      lines(`{"progress":{"page":1,"pages":2}}\n${JSON.stringify({ status: 400, error: refused })}\n`),
    );
    expect(await failure(importing(other))).toMatchObject({
      code: 'upload_pdf_kind',
      status: 400,
      requestId: 'r',
    });
    const { client: third } = build(lines('{"progress":{"page":1,"pages":2}}\n'));
    expect(await failure(importing(third))).toMatchObject({ code: NETWORK_ERROR });
  });
});
