import { Resolver } from 'node:dns/promises';
import type { DnsRecordState } from '@sello/store';

/** Looks at what stands in the DNS for one record of a domain. Never throws. */
export type LookUp = (record: DnsRecordState) => Promise<DnsRecordState>;

// Only these two say that nothing is there; every other failure says that nobody could tell (RFC 1035, 4.1.1).
const absent = new Set(['ENOTFOUND', 'ENODATA']);

const sameName = (text: string): string => text.toLowerCase().replace(/\.$/, '');

/**
 * A look-up at these name servers (`host` or `host:port`; none = the machine's own). A record is `correct` when the value
 * asked for is among those found, `missing` when the name has none of its type, `different` when it has others, and
 * `unknown` when the name server could not be asked.
 */
export function createLookUp(servers: readonly string[]): LookUp {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);

  const ask = async ({ type, name }: DnsRecordState): Promise<string[]> => {
    // A TXT value longer than 255 bytes comes in pieces that belong together.
    if (type === 'TXT') return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    if (type === 'CNAME') return (await resolver.resolveCname(name)).map(sameName);
    return type === 'A' ? resolver.resolve4(name) : resolver.resolve6(name);
  };

  return async (record) => {
    const { found: _before, ...asked } = record;
    try {
      const found = await ask(record);
      const wanted = record.type === 'TXT' ? record.value : sameName(record.value);
      if (found.length === 0) return { ...asked, state: 'missing' };
      return { ...asked, state: found.includes(wanted) ? 'correct' : 'different', found: found.slice(0, 10) };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      return { ...asked, state: absent.has(code) ? 'missing' : 'unknown' };
    }
  };
}
