import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Request } from 'express';
import { expect, it, vi } from 'vitest';
import { type BodyBounds, readJsonBody } from './json-body.ts';

const bounds: BodyBounds = {
  bytes: 10_000,
  containers: 100,
  values: 1_000,
  members: 50,
  shapes: 50,
  depth: 10,
};

function read(body: Uint8Array | string, headers: Record<string, string> = {}): Promise<unknown> {
  const given: Record<string, string> = { 'content-type': 'application/json', ...headers };
  const request = Object.assign(Readable.from([Buffer.from(body)]), {
    socket: { bytesRead: 0 },
    headers: given,
    complete: true,
    get: (name: string) => given[name],
    is: (type: string) => given['content-type']!.startsWith(type),
  });
  return readJsonBody(request as unknown as Request, bounds);
}

it('decodes every supported content coding', async () => {
  const value = { name: 'Ñandú', list: [1, { a: null }] };
  const text = JSON.stringify(value);
  expect(await read(text)).toEqual(value);
  expect(await read(text, { 'content-type': 'application/json; charset=UTF-8' })).toEqual(value);
  expect(await read(gzipSync(text), { 'content-encoding': 'gzip' })).toEqual(value);
  expect(await read(deflateSync(text), { 'content-encoding': 'deflate' })).toEqual(value);
  expect(await read(brotliCompressSync(text), { 'content-encoding': 'br' })).toEqual(value);
});

it('limits the decompressed size, not the compressed one', async () => {
  const body = gzipSync(`"${'a'.repeat(1_000_000)}"`);
  expect(body.length).toBeLessThan(bounds.bytes);
  await expect(read(body, { 'content-encoding': 'gzip' })).rejects.toMatchObject({
    code: 'payload_too_large',
    details: { bound: 'bytes', limit: 10_000 },
  });
  await expect(read('[]', { 'content-length': '10001' })).rejects.toMatchObject({
    code: 'payload_too_large',
  });
});

it('limits the compressed size too: empty blocks are decompressed to nothing, without end', async () => {
  const emptyBlock = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);
  const body = Buffer.concat(Array.from({ length: 2_001 }, () => emptyBlock));
  const zlib = Buffer.concat([Buffer.from([0x78, 0x9c]), body]);
  await expect(read(zlib, { 'content-encoding': 'deflate' })).rejects.toMatchObject({
    code: 'payload_too_large',
    details: { bound: 'bytes', limit: 10_000 },
  });
});

it('refuses too many values before the rest is read', async () => {
  await expect(read(`[${'{},'.repeat(200)}`)).rejects.toMatchObject({
    code: 'payload_too_large',
    details: { bound: 'containers', limit: 100 },
  });
});

it('refuses a body that stalls, and one that comes a byte at a time', async () => {
  vi.useFakeTimers();
  try {
    for (const [everyMs, endedMs] of [
      [undefined, 5_500],
      [400, 6_000],
    ] as const) {
      const body = new Readable({ read: () => {} });
      const given: Record<string, string> = { 'content-type': 'application/json', 'content-length': '500' };
      const closed: unknown[] = [];
      const socket = { bytesRead: 200 };
      const request = Object.assign(body, {
        socket,
        ...{ headers: given, complete: false, res: { set: (...header: unknown[]) => closed.push(header) } },
        get: (name: string) => given[name],
        is: () => true,
      });
      const send = (text: string) => {
        socket.bytesRead += text.length;
        body.push(text);
      };
      send('["');
      const drip = everyMs && setInterval(() => send('a'), everyMs);
      const refused = expect(readJsonBody(request as unknown as Request, bounds)).rejects.toMatchObject({
        code: 'upload_too_slow',
      });
      await vi.advanceTimersByTimeAsync(endedMs);
      await refused;
      clearInterval(drip);
      expect(closed).toEqual([['connection', 'close']]);
      expect(vi.getTimerCount()).toBe(0);
    }
  } finally {
    vi.useRealTimers();
  }
});

it('does not count the time in which the process itself did nothing as a stall', async () => {
  vi.useFakeTimers();
  try {
    const body = new Readable({ read: () => {} });
    const given: Record<string, string> = { 'content-type': 'application/json' };
    const request = Object.assign(body, {
      ...{ headers: given, complete: false, get: (name: string) => given[name], is: () => true },
      socket: { bytesRead: 0 },
    });
    const read = readJsonBody(request as unknown as Request, bounds);
    body.push('["a');
    await vi.advanceTimersByTimeAsync(500);
    // Its timers fire once after a standstill, before the bytes that came meanwhile are read.
    vi.setSystemTime(Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(500);
    body.push('b"]');
    body.push(null);
    expect(await read).toEqual(['ab']);
  } finally {
    vi.useRealTimers();
  }
});

it('refuses invalid JSON and unsupported types, codings and charsets', async () => {
  for (const [body, headers] of [
    ['{', {}],
    ['', {}],
    ['{}', { 'content-type': 'text/plain' }],
    ['{}', { 'content-type': 'application/json; charset=utf-16' }],
    ['{}', { 'content-encoding': 'zstd' }],
    ['not gzip', { 'content-encoding': 'gzip' }],
    [gzipSync('{"a":1}').subarray(0, 12), { 'content-encoding': 'gzip' }],
  ] as const) {
    await expect(read(body, headers)).rejects.toMatchObject({ code: 'invalid_payload' });
  }
});

it('refuses a member called __proto__ wherever it is and however it is written, not such a text', async () => {
  for (const body of [
    '{"name":"x","__proto__":{"role":"owner"}}',
    '{"list":[{"\\u005f_proto__":1}]}',
    '{"__pr\\u006Fto__":null}',
  ]) {
    await expect(read(body)).rejects.toMatchObject({ code: 'invalid_payload' });
  }
  expect(await read('{"name":"__proto__","more":"\\u0050"}')).toEqual({ name: '__proto__', more: 'P' });
});
