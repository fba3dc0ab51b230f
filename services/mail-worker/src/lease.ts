import { limits } from '@sello/contracts';
import type { Logger } from '@sello/kit';

/**
 * Renews a lease until it is ended. A renewal that fails is tried again at the next beat: whoever lost the lease is
 * refused by the fence when writing.
 */
export function keepLease(renew: () => Promise<number>, log: Logger): { lost: AbortSignal; end(): void } {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (held) => {
        if (held === 0) lost.abort();
      },
      (error: unknown) => log.warn({ err: error }, 'a lease was not renewed'),
    );
  }, limits.leaseRenewMs);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
