import { getServers } from 'node:dns';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import { createNameServer, type NameServer } from './ask.ts';
import { readServer, type Server } from './exchange.ts';

/**
 * The given name servers (address or address:port), or those of the system. `triesMs`: how long to wait for each try. One
 * that is given twice is asked once, because it would agree with itself.
 */
export function createNameServers(
  servers: readonly string[] | undefined,
  triesMs?: readonly number[],
): NameServer[] {
  const given = servers && servers.length > 0 ? servers : getServers();
  const distinct = new Map(given.map(readServer).map((server) => [keyOf(server), server]));
  return [...distinct.values()].map((server) => createNameServer(server, triesMs));
}

/** Address and port as Node prints them: an IPv6 address has many spellings. */
function keyOf({ address, port }: Server): string {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const printed = isIP(address) ? new SocketAddress({ address, family }).address : address;
  return `${printed} ${port}`;
}
