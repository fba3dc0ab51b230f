import { limits } from '@sello/contracts';
import { times } from '@sello/kit';
import type { DomainCheck, DomainRecord } from '@sello/store';

/** The overall result of a check. `unknown`: the name servers gave no answer, which proves nothing. */
export type Finding = 'correct' | 'wrong' | 'unknown';

const { everyMs, againMs, newMs } = times.domainCheck;

/** A claim is checked often for this long; then it has failed and is checked daily. */
export const claimMs = limits.domainClaimMs;
/** Misses in a row after which a verified domain fails. */
export const maxMisses = 3;

/**
 * The status of a domain after a result, and the time of the next check. A claim: after half its age, between half a
 * minute and an hour, for 72 hours. A verified or failed one: daily; a check without an answer is repeated within the
 * hour.
 */
export function decide(
  domain: Pick<DomainRecord, 'status' | 'pendingSince' | 'misses'>,
  finding: Finding,
  now: Date,
): Pick<DomainCheck, 'status' | 'misses' | 'nextCheckAt'> {
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (finding === 'correct') return { status: 'verified', misses: 0, nextCheckAt: after(everyMs) };
  if (domain.status === 'pending') {
    const age = Math.max(0, now.getTime() - domain.pendingSince.getTime());
    if (age >= claimMs) return { status: 'failed', misses: 0, nextCheckAt: after(everyMs) };
    const wait = Math.min(againMs, Math.max(newMs, age / 2));
    return { status: 'pending', misses: 0, nextCheckAt: after(Math.min(wait, claimMs - age)) };
  }
  if (finding === 'unknown') return { ...kept(domain), nextCheckAt: after(againMs) };
  if (domain.status === 'failed') return { ...kept(domain), nextCheckAt: after(everyMs) };
  const misses = domain.misses + 1;
  const status = misses >= maxMisses ? 'failed' : 'verified';
  return { status, misses, nextCheckAt: after(everyMs) };
}

/**
 * When the mail records of a domain are looked for next: like those of a claim while they are new and not found; `null`
 * when the checks of the domain suffice.
 */
export function mailCheckAt(
  { settings, mail }: Pick<DomainRecord, 'settings' | 'mail'>,
  now: Date,
): Date | null {
  if (!settings.useInEmails || mail === undefined) return null;
  if (mail.records.every(({ state }) => state === 'correct')) return null;
  const newest = Math.max(...mail.keys.map(({ createdAt }) => createdAt.getTime()));
  const age = Math.max(0, now.getTime() - newest);
  if (age >= claimMs) return null;
  return new Date(now.getTime() + Math.min(againMs, Math.max(newMs, age / 2)));
}

function kept({ status, misses }: Pick<DomainRecord, 'status' | 'misses'>) {
  return { status, misses };
}
