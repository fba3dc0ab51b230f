import { expect, it } from 'vitest';
import { keptNetwork, networkOf, siteNetworkOf } from './client-network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:FFFF:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64'],
])('maps %s to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('maps an IPv4 address to itself in every IPv6 notation', () => {
  for (const form of [
    '::ffff:203.0.113.9',
    '::FFFF:203.0.113.9',
    '::ffff:cb00:7109',
    '0:0:0:0:0:ffff:cb00:7109',
    // The deprecated IPv4-compatible form (RFC 4291, 2.5.5.1).
    '::203.0.113.9',
  ]) {
    expect(networkOf(form)).toBe('203.0.113.9');
  }
  // Another prefix: not an IPv4-mapped address.
  expect(networkOf('::fffe:203.0.113.9')).toBe('0:0:0:0::/64');
});

it('returns text that is not an address unchanged', () => {
  for (const text of [
    'unknown',
    '',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '1::2::3',
    ':::',
    '203.0.113.9:443',
  ]) {
    expect(networkOf(text)).toBe(text);
  }
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['::1', '0::/48'],
  ['unknown', undefined],
  [undefined, undefined],
])('keeps of %s the network %s', (address, network) => {
  expect(keptNetwork(address)).toBe(network);
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::7', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('the site of %s is %s', (address, site) => {
  expect(siteNetworkOf(address)).toBe(site);
});
