import { type Rate, serviceLimits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { networkOf } from '../http/client-network.ts';
import type { Counts } from './counts.ts';

export type LimitedKind = keyof typeof serviceLimits.rates;
const kinds: Record<LimitedKind, Rate> = serviceLimits.rates;

/** Enforces the rates of requests that are not API calls, and of tries that no limit of a call counts together. */
export interface RateLimits {
  /** `from` is an address, or the key that the kind is counted by. Throws `rate_limited` with the seconds to wait. */
  spend(kind: LimitedKind, from: string | undefined, points?: number): Promise<void>;
}

export function createRateLimits(counts: Counts, factor = 1): RateLimits {
  return {
    async spend(kind, from, cost = 1) {
      const { points, seconds, byKey, isFixed } = kinds[kind];
      const key = from === undefined ? 'unknown' : byKey ? from : networkOf(from);
      const size = isFixed ? points : Math.max(1, Math.round(points * factor));
      const bucket = { key: `rate:${kind}:${key}`, cost, size, windowMs: seconds * 1_000 };
      const admission = await counts.acquire({ buckets: [bucket], slots: [], lease: '' });
      if (admission.isAdmitted) return;
      throw new AppError('rate_limited', { details: { retryAfter: Math.ceil(admission.waitMs / 1_000) } });
    },
  };
}
