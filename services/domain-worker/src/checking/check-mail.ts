import { type DmarcFinding, type DnsReason, dnsReasons } from '@sello/contracts';
import type { DnsRecordState, MailCheck, MailDomainRecord } from '@sello/store';
import { readDmarc, validateDkim, validateSpf } from './mail-records.ts';
import { maxMisses } from './schedule.ts';

/** The TXT values of a name; a reason when there are none, or when nothing was learned. */
export type TxtAnswer = { values: string[] } | { reason: DnsReason };
export type AskTxt = (name: string) => Promise<TxtAnswer>;

/**
 * Looks up the records that receivers of a domain's e-mails read. Mail goes out in the domain's name once all of them were
 * found, and no longer after three checks in a row that miss SPF or the key that signs; an answer from which nothing is
 * learned changes nothing.
 */
export async function checkMail(
  ask: AskTxt,
  { domain, mail }: MailDomainRecord,
  registrable: string | null,
): Promise<MailCheck> {
  const [records, dmarc] = await Promise.all([
    Promise.all(mail.records.map((record) => checkRecord(ask, record))),
    checkDmarc(ask, [domain, registrable], mail.dmarc),
  ]);
  const isNeeded = ({ purpose, name }: DnsRecordState) =>
    purpose === 'spf' || name.startsWith(`${mail.selector}.`);
  const needed = mail.isReady ? records.filter(isNeeded) : records;
  if (needed.every(({ state }) => state === 'correct')) return { records, dmarc, isReady: true, misses: 0 };
  // What was not answered keeps its earlier state; only what was answered now counts as a miss.
  const isMissed = needed.some(
    ({ reason }) => dnsReasons[reason] === 'missing' || dnsReasons[reason] === 'different',
  );
  const misses = mail.isReady && isMissed ? mail.misses + 1 : mail.misses;
  const isReady = mail.isReady && misses < maxMisses;
  return { records, dmarc, isReady, misses: isReady ? misses : 0 };
}

async function checkRecord(ask: AskTxt, record: DnsRecordState): Promise<DnsRecordState> {
  const answer = await ask(record.name);
  const checkedAt = new Date();
  if (!('values' in answer)) {
    const state = dnsReasons[answer.reason];
    if (state === 'unknown') return { ...record, reason: answer.reason, checkedAt };
    const { found: _, ...bare } = record;
    return { ...bare, reason: answer.reason, state, checkedAt };
  }
  const validate = record.purpose === 'spf' ? validateSpf : validateDkim;
  const { reason, found } = validate(answer.values, record.value);
  return { ...record, reason, state: dnsReasons[reason], found, checkedAt };
}

/** The record of the name, else of the registrable name above it (RFC 7489, 6.6.3). */
async function checkDmarc(
  ask: AskTxt,
  names: readonly (string | null)[],
  former: MailCheck['dmarc'],
): Promise<MailCheck['dmarc']> {
  const places = [...new Set(names.filter((name) => name !== null))].map((name) => `_dmarc.${name}`);
  let finding: DmarcFinding = 'absent';
  for (const name of places) {
    const answer = await ask(name);
    if (!('values' in answer) && dnsReasons[answer.reason] === 'unknown') return former;
    finding = 'values' in answer ? readDmarc(answer.values) : 'absent';
    if (finding !== 'absent') return { finding, name };
  }
  return { finding, name: places[0] ?? '' };
}
