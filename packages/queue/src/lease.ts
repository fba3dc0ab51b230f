import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';

export interface Lease {
  /** Aborted when another holder took the lease. */
  lost: AbortSignal;
  end(): void;
}

/**
 * Renews a lease every `times.leaseRenewMs` until it is ended; `renew` returns whether it is still held. A renewal that
 * fails is retried at the next interval. `lost` only saves work: the fence already refuses the writes of a process that
 * lost its lease.
 */
export function keepLease(renew: () => Promise<boolean>, log: Logger): Lease {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => {
        if (!isHeld) lost.abort();
      },
      (error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'),
    );
  }, times.leaseRenewMs);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
