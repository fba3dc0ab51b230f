import { type Rate, serviceLimits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../redis.ts';
import { networkOf } from './client-network.ts';

export type LimitedKind = keyof typeof serviceLimits.rates;
const kinds: Record<LimitedKind, Rate> = serviceLimits.rates;

export interface RateLimits {
  /** `from` is an address, or the key that the kind is counted by. Throws `rate_limited` with the seconds to wait. */
  spend(kind: LimitedKind, from: string | undefined, points?: number): Promise<void>;
}

/** Counts in Redis, shared by all BFFs; while Redis is unavailable each process counts for itself. */
export function createRateLimits(redis: Redis, factor = 1): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(kinds).map(([kind, { points, seconds }]) => {
      const options = {
        keyPrefix: `rate:${kind}`,
        points: Math.max(1, Math.round(points * factor)),
        duration: seconds,
      };
      return [
        kind,
        new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: new RateLimiterMemory(options),
        }),
      ];
    }),
  ) as Record<LimitedKind, RateLimiterRedis>;

  return {
    async spend(kind, from, points = 1) {
      const { byKey } = kinds[kind];
      const key = from === undefined ? 'unknown' : byKey ? from : networkOf(from);
      try {
        await limiters[kind].consume(key, points);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // Fewer may still be spent.
        if (points > 1) await limiters[kind].reward(key, points);
        throw new AppError('rate_limited', {
          details: { retryAfter: Math.ceil(refusal.msBeforeNext / 1_000) },
        });
      }
    },
  };
}
