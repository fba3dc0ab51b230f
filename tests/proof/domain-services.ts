import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { a, cname, startNameServer, txt } from '../../services/domain-worker/tests/name-server.ts';

export interface ZoneRecord {
  type: string;
  name: string;
  value: string;
}

/** Two name servers and a hosting provider on this machine, for a stack whose processes are killed. */
export interface DomainServices {
  /** For the services of the stack. */
  settings: Record<string, string>;
  /** Enters records, whose names have no others of the type. */
  enter(records: readonly ZoneRecord[]): void;
  /** Removes what was entered for a name and its challenge. */
  leave(name: string): void;
  /** The TXT value of every name below a name, where no record is entered. */
  wildcards: Map<string, string>;
  /** Called with each query, counted from 1. */
  onQuery: (count: number) => void;
  /** Hosts that the provider answers for. */
  hosts: Set<string>;
  /** Called before the provider answers that it has configured a host. */
  onConfigure: (host: string) => Promise<void>;
  close(): void;
}

export async function startDomainServices(): Promise<DomainServices> {
  const zone = new Map<string, string>();
  const wildcards = new Map<string, string>();
  let queries = 0;
  const script = ({ name, type }: { name: string; type: string }) => {
    services.onQuery(++queries);
    const above = name.slice(name.indexOf('.') + 1);
    const value = zone.get(`${type} ${name}`) ?? (type === 'TXT' ? wildcards.get(above) : undefined);
    if (value === undefined) return { code: 'NXDOMAIN' } as const;
    // One string of a TXT record holds 255 bytes (RFC 1035, 3.3).
    if (type === 'TXT') return { records: [txt(name, ...(value.match(/.{1,255}/gs) ?? ['']))] };
    return { records: [(type === 'CNAME' ? cname : a)(name, value)] };
  };
  const servers = [await startNameServer(script), await startNameServer(script)];
  const hosts = new Set<string>();
  const provider = createServer(async ({ method, url }, response) => {
    const host = decodeURIComponent(url!.slice(url!.lastIndexOf('/') + 1));
    if (method === 'PUT') {
      await services.onConfigure(host);
      hosts.add(host);
    }
    if (method === 'DELETE') hosts.delete(host);
    response.writeHead(hosts.has(host) || method === 'DELETE' ? 204 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  const services: DomainServices = {
    settings: {
      DNS_SERVERS: servers.map(({ address }) => address).join(),
      HOSTING_URL: `http://127.0.0.1:${port}/v1/`,
      HOSTING_SECRET: 'shared',
    },
    ...{ hosts, wildcards },
    leave(name) {
      for (const key of zone.keys())
        if (key.endsWith(` ${name}`) || key.endsWith(` _sello-challenge.${name}`)) zone.delete(key);
    },
    enter(records) {
      for (const { type, name, value } of records) zone.set(`${type} ${name}`, value);
    },
    onQuery: () => undefined,
    onConfigure: async () => undefined,
    close() {
      for (const server of servers) server.close();
      provider.closeAllConnections();
      provider.close();
    },
  };
  return services;
}
