import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createHostNames, readHostName } from './host-name.ts';

const request = (rawHeaders: string[], more: { url?: string; from?: string } = {}): IncomingMessage =>
  ({
    rawHeaders,
    url: more.url ?? '/',
    socket: { remoteAddress: more.from ?? '192.0.2.1' },
  }) as unknown as IncomingMessage;

describe('the name in a Host header', () => {
  it('is read without case, port and the dot of the root', () => {
    for (const text of ['certs.school.example', 'Certs.SCHOOL.example:443', 'certs.school.example.:8443'])
      expect(readHostName(text)).toBe('certs.school.example');
    expect(readHostName('[::1]:3000')).toBe('[::1]');
    expect(readHostName('127.0.0.1:80')).toBe('127.0.0.1');
    expect(readHostName('xn--espaa-rta.example')).toBe('xn--espaa-rta.example');
  });

  it('is nothing when it is no name', () => {
    const long = `${'a.'.repeat(127)}example`;
    const others = [
      '',
      '.',
      'a..example',
      'a.example..',
      'user@a.example',
      'a.example/b',
      'a b',
      'españa.example',
    ];
    for (const text of [
      ...others,
      'a.example:8443:1',
      'a.example,b.example',
      '[::1',
      '::1',
      'a.example:x',
      long,
    ])
      expect([text, readHostName(text)]).toEqual([text, undefined]);
  });
});

describe('the host of a request', () => {
  const direct = createHostNames(0);
  const proxied = createHostNames(1);

  it('is that of its one Host header', () => {
    expect(direct(request(['Host', 'A.example']))).toEqual(['a.example']);
    expect(direct(request([]))).toEqual([]);
    expect(direct(request(['Host', 'a.example', 'host', 'b.example']))).toBeUndefined();
    expect(direct(request(['Host', 'a.example', 'Host', 'a.example']))).toBeUndefined();
  });

  it('is contradicted by a target that names another', () => {
    expect(direct(request(['Host', 'a.example'], { url: 'http://a.example/c' }))).toEqual(['a.example']);
    expect(direct(request(['Host', 'a.example'], { url: 'http://b.example/c' }))).toBeUndefined();
    expect(direct(request(['Host', 'a.example'], { url: 'b.example:443' }))).toBeUndefined();
  });

  it('is forwarded by a trusted proxy only, after the Host itself, and by no list', () => {
    const forwarded = ['Host', 'bff:3000', 'X-Forwarded-Host', 'a.example'];
    expect(direct(request(forwarded))).toEqual(['bff']);
    expect(proxied(request(forwarded))).toEqual(['bff', 'a.example']);
    expect(proxied(request([...forwarded, 'X-Forwarded-Host', 'b.example']))).toEqual(['bff']);
    expect(proxied(request(['Host', 'bff', 'X-Forwarded-Host', 'a.example, b.example']))).toEqual(['bff']);
    const named = createHostNames('10.0.0.1');
    expect(named(request(forwarded, { from: '10.0.0.1' }))).toEqual(['bff', 'a.example']);
    expect(named(request(forwarded, { from: '10.0.0.2' }))).toEqual(['bff']);
  });
});
