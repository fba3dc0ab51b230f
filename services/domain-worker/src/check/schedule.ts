import type { DnsRecordState, DomainCheck, DomainRecord } from '@sello/store';

const minute = 60_000;
const hour = 60 * minute;

/** A claim is looked at often for so long, then it has failed until somebody asks again. */
export const pendingMs = 72 * hour;
export const dailyMs = 24 * hour;
/** So many checks in a row that find something else switch a verified domain off. */
export const mostMisses = 3;
const firstWaitMs = minute / 2;
const longestWaitMs = hour;
const couldNotAskMs = 10 * minute;

export type Finding = 'stands' | 'misses' | 'unknown';

/** What the records say together: ownership and the way to the platform must both stand. */
export function findingOf(records: readonly DnsRecordState[]): Finding {
  if (records.some(({ state }) => state === 'missing' || state === 'different')) return 'misses';
  return records.length > 0 && records.every(({ state }) => state === 'correct') ? 'stands' : 'unknown';
}

/** What follows from a check: the status, and when to look again. */
export function decide(
  domain: Pick<DomainRecord, 'status' | 'misses' | 'checks' | 'pendingSince'>,
  dnsRecords: DnsRecordState[],
  now: Date,
): DomainCheck {
  const finding = findingOf(dnsRecords);
  const check = (status: DomainRecord['status'], misses: number, waitMs: number | null): DomainCheck => ({
    status,
    dnsRecords,
    misses,
    nextCheckAt: waitMs === null ? null : new Date(now.getTime() + waitMs),
    checkedAt: now,
  });

  if (finding === 'stands') return check('verified', 0, dailyMs);
  if (domain.status === 'verified') {
    // A name server that does not answer is no miss: the domain's visitors must not pay for it.
    if (finding === 'unknown') return check('verified', domain.misses, couldNotAskMs);
    const misses = domain.misses + 1;
    return misses >= mostMisses ? check('failed', misses, null) : check('verified', misses, dailyMs);
  }
  if (domain.status === 'failed') return check('failed', domain.misses, null);
  const left = domain.pendingSince.getTime() + pendingMs - now.getTime();
  if (left <= 0) return check('failed', domain.misses, null);
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(domain.checks, 20), longestWaitMs, left);
  return check('pending', domain.misses, waitMs);
}
