import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express from 'express';
import ipaddr from 'ipaddr.js';

/**
 * The network by which the requests of an address are counted: an IPv4 address itself, the /64 of an IPv6 address, which
 * is the smallest block that one customer gets (RFC 6177), so that a client cannot evade limits by changing addresses.
 * Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  // Fast path for IPv4 clients of a dual-stack socket: ipaddr.js takes thirty times as long.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  // ipaddr.js also accepts notations that never occur in a request, such as `127.1`.
  if (isIP(address) !== 6) return address;
  // The zone id (`%eth0`) names a local interface and is not part of the address.
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*$/, ''));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The network of whoever has it: as `networkOf`, but the /48 of an IPv6 address, of which one site has all /64 (RFC 6177). */
export function siteNetworkOf(address: string): string {
  const network = networkOf(address);
  return network.endsWith('::/64') ? (keptNetwork(address) ?? network) : network;
}

/**
 * The network that is kept of a caller, as CIDR: the /24 of an IPv4 address, the /48 of an IPv6 one (what a site gets, RFC
 * 6177). It tells places apart, but no person. `undefined` for text that is no address.
 */
export function keptNetwork(address: string | undefined): string | undefined {
  const plain = networkOf(address ?? '');
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const parts = /^(.*)::\/64$/.exec(plain)?.[1]?.split(':').slice(0, 3);
  return parts && `${parts.join(':').replace(/(:0)+$/, '')}::/48`;
}

/** Whether an address is one of the trusted proxies, by its number of hops from this server, as Express decides it. */
export function createProxyTrust(trustProxy: number | string): (address: string, hop: number) => boolean {
  return express().set('trust proxy', trustProxy).get('trust proxy fn');
}

/**
 * Reads the client address of a request that does not pass through Express (WebSocket handshakes), as Express computes
 * `request.ip`: the last address in X-Forwarded-For that is not a trusted proxy.
 */
export function createClientAddress(trustProxy: number | string): (request: IncomingMessage) => string {
  const isProxy = createProxyTrust(trustProxy);
  return (request) => {
    const named = String(request.headers['x-forwarded-for'] ?? '');
    const path = [request.socket.remoteAddress ?? '', ...named.split(',').reverse()].map((text) =>
      text.trim(),
    );
    const hop = path.findIndex((address, place) => !isProxy(address, place));
    return path[hop === -1 ? path.length - 1 : hop] || (path[0] ?? '');
  };
}
