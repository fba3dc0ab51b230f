import { getServers } from 'node:dns';
import { createNameServer, type NameServer } from './ask.ts';
import { readServer } from './exchange.ts';

/**
 * The given name servers (address or address:port), or those of the system. `triesMs`: how long to wait for each try.
 */
export function createNameServers(
  servers: readonly string[] | undefined,
  triesMs?: readonly number[],
): NameServer[] {
  const given = servers && servers.length > 0 ? servers : getServers();
  return [...new Set(given)].map((server) => createNameServer(readServer(server), triesMs));
}
