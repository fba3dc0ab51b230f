import { Resolver } from 'node:dns/promises';
import type { Answer, NameServers } from './check.ts';

/** The only answers that mean "not set": the name does not exist, or has no record of the type. */
const notThere = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the given name servers (address or address:port), or those of the system. Follows RFC 1035 through c-ares. */
export function createNameServers(servers: readonly string[] | undefined): NameServers {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers && servers.length > 0) resolver.setServers(servers);
  const lookUp = {
    // One TXT record may come in several strings, which belong together (RFC 1035, 3.3.14).
    TXT: async (name: string) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
    CNAME: (name: string) => resolver.resolveCname(name),
    A: (name: string) => resolver.resolve4(name),
    AAAA: (name: string) => resolver.resolve6(name),
  } as const;
  return {
    async ask(type, name): Promise<Answer> {
      try {
        const values = await lookUp[type](name);
        return values.length === 0 ? { kind: 'none' } : { kind: 'values', values };
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? '';
        return { kind: notThere.has(code) ? 'none' : 'unknown' };
      }
    },
  };
}
