import { randomBytes } from 'node:crypto';
import type { DnsRecordState } from '@sello/store';
import type { NameServer, Unknown } from '../dns/ask.ts';

/**
 * Whether a name beside the challenge that nobody can have created has the same value, as a wildcard record gives
 * (RFC 4592). The reason why it is not known, when the server did not answer for it.
 */
export async function isWildcard(
  server: NameServer,
  { type, name, value }: Pick<DnsRecordState, 'type' | 'name' | 'value'>,
): Promise<'yes' | 'no' | Unknown> {
  const sibling = name.replace(/^[^.]+/, `_sello-${randomBytes(8).toString('hex')}`);
  const answer = await server.ask(type, sibling);
  if (answer.kind === 'unknown') return answer.reason;
  return answer.kind === 'values' && answer.values.some((one) => one.trim() === value) ? 'yes' : 'no';
}
