import type { DnsRecordState } from '@sello/store';
import type { Answer, NameServer } from '../dns/ask.ts';
import { followTo, sharesAddress } from './pointing.ts';
import type { RecordAnswer } from './record-answer.ts';
import { isWildcard } from './wildcard.ts';

type Wanted = Pick<DnsRecordState, 'type' | 'name' | 'value' | 'purpose'>;

/** Shorter parts of a TXT value occur by chance; providers cut at 255. */
const shortestCut = 100;

/** Asks one server for a required record and compares. */
export async function askForRecord(server: NameServer, wanted: Wanted): Promise<RecordAnswer> {
  if (wanted.type === 'CNAME') return askForAlias(server, wanted);
  const answer = await server.ask(wanted.type, wanted.name);
  const compared = compare(wanted, answer);
  if (wanted.purpose !== 'ownership' || compared.reason !== 'correct') return compared;
  // A name server that answers for every name has not been told anything by the owner of this one.
  const sibling = await isWildcard(server, wanted);
  if (sibling === 'no') return compared;
  return { ...compared, reason: sibling === 'yes' ? 'wildcard' : sibling };
}

async function askForAlias(server: NameServer, wanted: Wanted): Promise<RecordAnswer> {
  const followed = await followTo(server, wanted.name, wanted.value);
  const isAbsent = followed.reason === 'missing_name' || followed.reason === 'missing_type';
  // Providers that flatten a CNAME answer with addresses.
  if (isAbsent && (await sharesAddress(server, wanted.name, wanted.value)))
    return { reason: 'correct', found: [wanted.value] };
  return followed;
}

function compare({ type, value, purpose }: Wanted, answer: Answer): RecordAnswer {
  if (answer.kind !== 'values') return { reason: answer.reason, found: [] };
  const comparable = (one: string) => (type === 'TXT' ? one.trim() : one.toLowerCase());
  const expected = comparable(value);
  const found = answer.values;
  // A name has one policy: with a second SPF record neither counts (RFC 7208, 4.5).
  const policies = purpose === 'spf' ? found.filter((one) => /^v=spf1(\s|$)/i.test(one.trim())) : [];
  if (policies.length > 1) return { reason: 'several', found: policies };
  if (found.some((one) => comparable(one) === expected)) return { reason: 'correct', found };
  const isCut = found.some((one) => one.length >= shortestCut && expected.startsWith(comparable(one)));
  if (isCut) return { reason: 'cut', found };
  return { reason: found.length > 1 ? 'several' : 'different', found };
}
