import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import express from 'express';

/**
 * Whom an address stands for when requests are counted: an IPv4 address for itself, an IPv6 address for its /64, which
 * is the least that one customer is given (RFC 6177) and holds more addresses than could ever be counted apart.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const last = groups(tail ?? '');
  // Four decimal numbers at the end stand for two groups.
  const lastCount = last.length + (last.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups(head).length - lastCount);
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...last];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Reads the address of a request that Express does not see, as Express reads `request.ip`: the last one that a proxy of
 * ours did not name for itself.
 */
export function createClientAddress(trustProxy: number | string): (request: IncomingMessage) => string {
  const isProxy = express().set('trust proxy', trustProxy).get('trust proxy fn') as (
    address: string,
    hop: number,
  ) => boolean;
  return (request) => {
    const named = String(request.headers['x-forwarded-for'] ?? '');
    const path = [request.socket.remoteAddress ?? '', ...named.split(',').reverse()].map((text) =>
      text.trim(),
    );
    const hop = path.findIndex((address, place) => !isProxy(address, place));
    return path[hop === -1 ? path.length - 1 : hop] || (path[0] ?? '');
  };
}
