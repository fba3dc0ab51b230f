import type { reportLimits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { siteNetworkOf } from '../../http/client-network.ts';
import type { LimitedKind, RateLimits } from '../../limits/rate-limits.ts';

/** A report that a stranger sends. */
interface Sent {
  /** Reports to the operators and to the organization are counted apart. */
  what: 'issuer' | 'mistake';
  address: string;
  tenantId: string;
  certId: string;
  /** A key of the address that a letter goes to. */
  to?: string;
}

/**
 * Counts a report. Throws `rate_limited`, whose `by` says whose limit was reached, so that strangers can neither flood whoever
 * reads reports nor fill a mailbox.
 *
 * What an organization gets from connections that wrote about it for the first time that day is counted apart from the rest,
 * so that a few of them who use up the rest leave room for everybody else.
 */
export async function countReport(rates: RateLimits, sent: Sent): Promise<void> {
  const { what, tenantId, certId, to } = sent;
  const connection = siteNetworkOf(sent.address);
  const about = `${what}:${tenantId}`;
  const isFirst = await rates.spend('reportWriter', `${about}:${connection}`).then(
    () => true,
    (error: unknown) => {
      if (!isLimit(error)) throw error;
      return false;
    },
  );
  await limited('connection', () => rates.spend('report', connection));
  await limited('certificate', () => rates.spend('reportOf', `${what}:${certId}`));
  const pool: LimitedKind = isFirst ? 'reportNew' : 'reportAgain';
  await limited('organization', () => rates.spend(pool, about));
  if (to !== undefined) await limited('address', () => rates.spend('reportTo', to));
}

const isLimit = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'rate_limited';

async function limited(by: (typeof reportLimits)[number], spend: () => Promise<void>): Promise<void> {
  try {
    await spend();
  } catch (error) {
    if (!isLimit(error)) throw error;
    throw new AppError('rate_limited', { details: { ...error.details, by } });
  }
}
