import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveBucket } from './give-bucket.ts';

const root = { region: 'us-east-1', accessKey: 'root', secretKey: 'key-of-root' };
const user = { accessKey: 'sello', secretKey: 'a<b&c' };

/** The calls of administration of VersityGW, as its source has them (s3api/controllers/admin.go). */
interface Call {
  name: string;
  query: Record<string, string>;
  body: string;
}
let server: Server;
let calls: Call[];
let answers: Record<string, number>;
const settings = () => ({
  ...root,
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
});

beforeEach(async () => {
  calls = [];
  answers = {};
  server = createServer(async (request, response) => {
    const body = await text(request);
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    calls.push({ name: pathname, query: Object.fromEntries(searchParams), body });
    const status = isSigned(request, body) ? (answers[pathname] ?? 200) : 403;
    response.writeHead(request.method === 'PATCH' ? status : 405).end('<Error><Code>Why</Code></Error>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** AWS Signature Version 4, written here by its description. */
function isSigned({ method, url, headers }: IncomingMessage, body: string): boolean {
  const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
  const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();
  const { signed, given } =
    /SignedHeaders=(?<signed>[^,]+), Signature=(?<given>\w+)$/.exec(headers.authorization ?? '')?.groups ??
    {};
  if (headers['x-amz-content-sha256'] !== sha256(body) || signed === undefined) return false;
  const time = String(headers['x-amz-date']);
  const scope = [time.slice(0, 8), root.region, 's3', 'aws4_request'];
  const [path, query = ''] = url!.split('?');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query.split('&').sort().join('&'), lines.join(''), signed, sha256(body)];
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical.join('\n'))].join('\n');
  let key: string | Buffer = `AWS4${root.secretKey}`;
  for (const part of scope) key = hmac(key, part);
  return hmac(key, toSign).toString('hex') === given;
}

it('makes the user and gives it the bucket, by signed calls', async () => {
  answers = { '/create-user': 201 };
  await giveBucket('certificates', settings(), user);
  expect(calls).toEqual([
    {
      ...{ name: '/create-user', query: {} },
      body: '<Account><Access>sello</Access><Secret>a&#60;b&#38;c</Secret><Role>user</Role></Account>',
    },
    { name: '/change-bucket-owner', query: { bucket: 'certificates', owner: 'sello' }, body: '' },
  ]);
});

it('changes the key of a user who is there already', async () => {
  answers = { '/create-user': 409 };
  await giveBucket('certificates', settings(), user);
  expect(calls.map(({ name, query }) => [name, query])).toEqual([
    ['/create-user', {}],
    ['/update-user', { access: 'sello' }],
    ['/change-bucket-owner', { bucket: 'certificates', owner: 'sello' }],
  ]);
  expect(calls[1]!.body).toBe('<MutableProps><Secret>a&#60;b&#38;c</Secret></MutableProps>');
});

it('fails with the answer of the server and without a key, and then gives nothing away', async () => {
  answers = { '/create-user': 403 };
  const error = await giveBucket('certificates', settings(), user).catch((reason: Error) => reason.message);
  expect(error).toBe('/create-user of the object store was answered 403 Why');
  expect(calls).toHaveLength(1);
  await expect(giveBucket('x', { ...settings(), secretKey: 'another' }, user)).rejects.toThrow('403');
});
