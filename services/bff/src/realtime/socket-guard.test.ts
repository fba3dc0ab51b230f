import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createHostNames } from '../hosts/host-name.ts';
import { createHosts } from '../hosts/hosts.ts';
import { createClientAddress } from '../http/client-network.ts';
import { createSocketGuard, maxSockets } from './socket-guard.ts';

function from(
  address: string,
  { host = 'sello.example', ...headers }: Record<string, string> = {},
): IncomingMessage {
  const rawHeaders = ['Host', host];
  return { socket: { remoteAddress: address }, headers, rawHeaders } as unknown as IncomingMessage;
}
const verified = {
  ...{ domain: 'certs.school.example', tenantId: 'a'.repeat(24) },
  settings: { useInEmails: false, useInVerification: true, useInOnboarding: true },
};
const buildGuard = (publicUrl = 'https://sello.example') =>
  createSocketGuard({
    publicUrl,
    hosts: createHosts(publicUrl, {
      byHosts: async (names) => (names.includes(verified.domain) ? [verified as never] : []),
    }),
    hostNamesOf: createHostNames(0),
    addressOf: createClientAddress(0),
  });

it('accepts sockets on the platform’s host, from its pages and without an Origin header, and on no other host', async () => {
  const guard = buildGuard();
  expect(await guard.refusal(from('192.0.2.1', { origin: 'https://sello.example' }))).toBeUndefined();
  for (const host of [verified.domain, 'unknown.example']) {
    expect(await guard.refusal(from('192.0.2.1', { host }))).toBe('host');
    expect(await guard.refusal(from('192.0.2.1', { host, origin: `https://${host}` }))).toBe('origin');
  }
  expect(await guard.refusal(from('192.0.2.1'))).toBeUndefined();
  for (const origin of [
    'https://evil.example',
    'https://certs.school.example',
    'http://sello.example',
    'https://sello.example:8443',
    'https://sello.example.evil.example',
    'http://certs.school.example',
    'https://certs.school.example:444',
    'null',
    '',
  ]) {
    expect([origin, await guard.refusal(from('192.0.2.1', { origin }))]).toEqual([origin, 'origin']);
  }
});

it('limits the sockets of a network that wait to be authenticated', async () => {
  const guard = buildGuard();
  const places = Array.from({ length: maxSockets.waiting }, (_, n) => guard.take(from(`2001:db8:1:2::${n}`)));
  expect(places.every((place) => place !== undefined)).toBe(true);
  expect(guard.take(from('2001:db8:1:2::ffff'))).toBeUndefined();
  expect(await guard.refusal(from('2001:db8:1:2::ffff'))).toBe('address');
  expect(await guard.refusal(from('2001:db8:1:3::1'))).toBeUndefined();
  for (const end of ['release', 'authenticated'] as const) {
    const place = places.pop();
    place?.[end]();
    place?.[end]();
    expect(guard.take(from('2001:db8:1:2::ffff'))).toBeDefined();
    expect(guard.take(from('2001:db8:1:2::fffe'))).toBeUndefined();
  }
});

it('limits all sockets of a network, however many people share it', async () => {
  const guard = buildGuard();
  const open = () => guard.take(from('192.0.2.1'));
  const places = Array.from({ length: maxSockets.address }, () => {
    const place = open();
    place?.authenticated();
    return place;
  });
  expect(places.every((place) => place !== undefined)).toBe(true);
  expect(open()).toBeUndefined();
  expect(await guard.refusal(from('192.0.2.1'))).toBe('address');
  places[0]?.release();
  expect(open()).toBeDefined();
});

it('trusts X-Forwarded-For from its own proxies only', () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  expect(createClientAddress(0)(from('192.0.2.1', headers))).toBe('192.0.2.1');
  expect(createClientAddress(1)(from('192.0.2.1', headers))).toBe('198.51.100.7');
  expect(createClientAddress(2)(from('192.0.2.1', headers))).toBe('203.0.113.9');
  expect(createClientAddress(5)(from('192.0.2.1', headers))).toBe('203.0.113.9');
  expect(createClientAddress('192.0.2.1')(from('192.0.2.1', headers))).toBe('198.51.100.7');
  expect(createClientAddress('192.0.2.1')(from('192.0.2.2', headers))).toBe('192.0.2.2');
  expect(createClientAddress(1)(from('192.0.2.1'))).toBe('192.0.2.1');
});
