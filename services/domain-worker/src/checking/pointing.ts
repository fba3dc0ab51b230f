import { limits } from '@sello/contracts';
import type { NameServer } from '../dns/ask.ts';
import type { RecordAnswer } from './record-answer.ts';

/** Follows the chain of CNAMEs from a name; correct when the platform's host is one of its links. */
export async function followTo(server: NameServer, name: string, host: string): Promise<RecordAnswer> {
  const target = host.toLowerCase();
  const links: string[] = [];
  for (let from = name.toLowerCase(); ; from = links.at(-1)!) {
    const answer = await server.ask('CNAME', from);
    if (answer.kind === 'unknown' || answer.kind === 'broken') return { reason: answer.reason, found: links };
    if (answer.kind === 'none')
      return links.length === 0
        ? { reason: answer.reason, found: [] }
        : { reason: 'different', found: links };
    const [next] = answer.values;
    if (next === target) return { reason: 'correct', found: [...links, next] };
    if (next === name.toLowerCase() || links.includes(next!)) return { reason: 'cname_loop', found: links };
    links.push(next!);
    if (links.length > limits.cnameHops) return { reason: 'cname_too_long', found: links };
  }
}

/** Whether a name has addresses, and all of them are the platform's. */
export async function sharesAddress(server: NameServer, name: string, host: string): Promise<boolean> {
  for (const type of ['A', 'AAAA'] as const) {
    const [own, platform] = await Promise.all([server.ask(type, name), server.ask(type, host)]);
    if (own.kind !== 'values' || platform.kind !== 'values') continue;
    if (own.values.every((address) => platform.values.includes(address))) return true;
  }
  return false;
}
