import { limits } from '@sello/contracts';
import type { Logger } from '@sello/kit';

export interface Lease {
  /** Aborted when the lease was lost to somebody else. */
  lost: AbortSignal;
  end(): void;
}

/**
 * Renews a lease every `limits.leaseRenewMs` until it is ended; `renew` answers whether it is still held. A renewal
 * that fails is tried again at the next beat: whoever lost the lease is refused by the fence when writing, so that
 * this is about speed, not about safety.
 */
export function keepLease(renew: () => Promise<boolean>, log: Logger): Lease {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => {
        if (!isHeld) lost.abort();
      },
      (error: unknown) => log.warn({ err: error }, 'a lease was not renewed'),
    );
  }, limits.leaseRenewMs);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
