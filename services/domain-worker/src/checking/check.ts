import { type DnsReason, dnsReasons } from '@sello/contracts';
import type { DnsRecordState, NewDnsAnswer } from '@sello/store';
import type { NameServer } from '../dns/ask.ts';
import { askForRecord } from './ask-for-record.ts';
import { mustAgree } from './ask-txt.ts';
import type { RecordAnswer } from './record-answer.ts';
import type { Finding } from './schedule.ts';

/** What is kept of what was found: values, characters of a value. A stranger chooses how many and how long. */
const keptValues = 5;
const keptCharacters = 400;

export interface Check {
  dnsRecords: DnsRecordState[];
  answers: NewDnsAnswer[];
  finding: Finding;
}

/** Asks every server for every required record; returns the records with their state, the answers, and the result. */
export async function checkRecords(
  servers: readonly NameServer[],
  records: readonly DnsRecordState[],
  at: Date,
): Promise<Check> {
  const answered = await Promise.all(
    records.map(async (record) => {
      const given = await Promise.all(servers.map((server) => askForRecord(server, record)));
      return { record, answer: agreed(given, servers.length) };
    }),
  );
  const stateNow = ({ answer }: (typeof answered)[number]) => dnsReasons[answer.reason];
  return {
    dnsRecords: answered.map(({ record, answer }) => {
      const { state, found, ...rest } = record;
      const learned = dnsReasons[answer.reason];
      // An answer that says nothing leaves what an earlier one said.
      const definite = learned === 'unknown' ? { state, ...(found && { found }) } : { state: learned };
      return { ...rest, ...definite, ...answer, checkedAt: at };
    }),
    answers: answersOf(answered, at),
    finding: sumUp(answered.map((one) => ({ purpose: one.record.purpose, state: stateNow(one) }))),
  };
}

type Agreed = Pick<DnsRecordState, 'reason' | 'found' | 'servers'>;

/** A clear answer is what enough servers say, found or not; otherwise nothing is known. */
function agreed(given: readonly RecordAnswer[], asked: number): Agreed {
  const needed = Math.min(mustAgree, asked);
  const bySide = (isFound: boolean) =>
    given.filter(({ reason }) => dnsReasons[reason] !== 'unknown' && (reason === 'correct') === isFound);
  const [found, absent] = [bySide(true), bySide(false)];
  const unclear = given.filter(({ reason }) => dnsReasons[reason] === 'unknown');
  const from = (some: readonly RecordAnswer[], reason: DnsReason = some[0]!.reason): Agreed => {
    const values = some[0]!.found.slice(0, keptValues).map((value) => value.slice(0, keptCharacters));
    return { reason, ...(values.length > 0 && { found: values }), servers: { asked, agreed: some.length } };
  };
  // Two sides that each have enough servers disagree as well.
  if (found.length >= needed && absent.length < needed) return from(found);
  if (found.length > 0 && absent.length > 0) return from(found, 'disagreement');
  if (absent.length >= needed) return from(absent);
  const { reason, servers } = from(unclear);
  return { reason, ...(servers && { servers }) };
}

/** One answer for each name and type; of several addresses of a name, the best one's. */
function answersOf(
  answered: readonly { record: DnsRecordState; answer: Agreed }[],
  at: Date,
): NewDnsAnswer[] {
  const byName = new Map<string, NewDnsAnswer>();
  for (const { record, answer } of answered) {
    const { type, name, purpose } = record;
    const key = `${type} ${name} ${purpose}`;
    if (answer.reason === 'correct' || !byName.has(key))
      byName.set(key, { type, name, purpose, answer: { at, ...answer } });
  }
  return [...byName.values()];
}

/** The challenge proves ownership, a record that points here proves use; both are needed, and no others. */
function sumUp(records: readonly Pick<DnsRecordState, 'purpose' | 'state'>[]): Finding {
  const parts = (['ownership', 'pointing'] as const).map((purpose): Finding => {
    const states = records.filter((record) => record.purpose === purpose).map(({ state }) => state);
    if (states.includes('correct')) return 'correct';
    return states.includes('unknown') ? 'unknown' : 'wrong';
  });
  if (parts.includes('wrong')) return 'wrong';
  return parts.includes('unknown') ? 'unknown' : 'correct';
}
