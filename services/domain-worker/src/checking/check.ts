import type { DnsRecordState } from '@sello/store';
import type { Finding } from './schedule.ts';

/**
 * The answer of a name server: the values, none (NXDOMAIN or no such type), or no answer. Only a definite "none" counts
 * against a domain.
 */
export type Answer = { kind: 'values'; values: string[] } | { kind: 'none' } | { kind: 'unknown' };

export interface NameServers {
  ask(type: DnsRecordState['type'], name: string): Promise<Answer>;
}

/** Looks up every record that a domain must have; returns them with their state, and the overall result. */
export async function checkRecords(
  servers: NameServers,
  wanted: readonly DnsRecordState[],
): Promise<{ dnsRecords: DnsRecordState[]; finding: Finding }> {
  const dnsRecords = await Promise.all(wanted.map((record) => checkRecord(servers, record)));
  return { dnsRecords, finding: sumUp(dnsRecords) };
}

async function checkRecord(servers: NameServers, record: DnsRecordState): Promise<DnsRecordState> {
  const { type, name, value } = record;
  const bare = { type, name, value };
  const answer = await servers.ask(type, name);
  if (type === 'CNAME' && answer.kind === 'none' && (await sharesAddress(servers, name, value))) {
    return { ...bare, state: 'correct', found: [value] };
  }
  if (answer.kind === 'unknown') return { ...bare, state: 'unknown' };
  if (answer.kind === 'none') return { ...bare, state: 'missing' };
  const found = answer.values;
  const isThere = found.some((one) => comparable(type, one) === comparable(type, value));
  return { ...bare, state: isThere ? 'correct' : 'different', found };
}

/** Providers that flatten a CNAME answer with addresses: correct when all of them are the platform's. */
async function sharesAddress(servers: NameServers, name: string, platformHost: string): Promise<boolean> {
  for (const type of ['A', 'AAAA'] as const) {
    const [own, platform] = await Promise.all([servers.ask(type, name), servers.ask(type, platformHost)]);
    if (own.kind !== 'values' || platform.kind !== 'values') continue;
    if (own.values.every((address) => platform.values.includes(address))) return true;
  }
  return false;
}

function comparable(type: DnsRecordState['type'], value: string): string {
  return type === 'TXT' ? value.trim() : value.toLowerCase().replace(/\.$/, '');
}

/** The challenge proves ownership, a record that points here proves use; both are needed. */
function sumUp(records: readonly DnsRecordState[]): Finding {
  const challenges = records.filter((record) => record.type === 'TXT');
  const pointers = records.filter((record) => record.type !== 'TXT');
  const parts = [challenges, pointers].map((some): Finding => {
    if (some.some((record) => record.state === 'correct')) return 'correct';
    return some.some((record) => record.state === 'unknown') ? 'unknown' : 'wrong';
  });
  if (parts.includes('wrong')) return 'wrong';
  return parts.includes('unknown') ? 'unknown' : 'correct';
}
