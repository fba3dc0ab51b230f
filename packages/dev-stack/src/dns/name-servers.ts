import { join } from 'node:path';
import type { StackContext } from '../context.ts';
import { listen } from '../pages/server.ts';
import type { Backing } from '../providers.ts';
import { dnsHandler } from './control.ts';
import { startDns } from './server.ts';
import { Zone } from './zone.ts';

/** The name servers for domain checks: those of DNS_SERVERS, else a test server whose records are set by hand. */
export async function startNameServers(
  context: StackContext,
): Promise<Backing & { url: string; zone: Zone }> {
  const given = context.environment.DNS_SERVERS;
  const zone = await Zone.open(join(context.dataDir, 'dns.json'));
  let url = '';
  const backing = await context.providers.first(
    'DNS',
    [
      {
        provider: 'environment',
        timeoutMs: 1_000,
        start: async () => (given ? { env: { DNS_SERVERS: given }, close: async () => {} } : null),
      },
      {
        provider: 'embedded',
        timeoutMs: 10_000,
        start: async () => {
          const port = await context.ports.take('dns');
          const server = await startDns(port, zone);
          const page = await listen(await context.ports.take('dns-control'), dnsHandler(zone));
          url = page.url;
          return {
            env: { DNS_SERVERS: `127.0.0.1:${port}` },
            close: async () => {
              await page.close();
              await server.close();
            },
          };
        },
      },
    ],
    'set DNS_SERVERS',
    context.report,
  );
  return { ...backing, url, zone };
}
