import { AppError } from '@sello/kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../redis.ts';
import { networkOf } from './client-network.ts';

/**
 * Limits per minute and address (IPv6: per /64) for requests that are not API calls. A whole class may share one address,
 * so the limits are set to stop scripts, not people.
 */
const perMinute = { sign: 240, refresh: 600, download: 1_200, picture: 240 } as const;
export type LimitedKind = keyof typeof perMinute;

export interface RateLimits {
  /** Throws `rate_limited` with the seconds to wait. */
  spend(kind: LimitedKind, address: string | undefined): Promise<void>;
}

/** Counts in Redis, shared by all BFFs; while Redis is unavailable each process counts for itself. */
export function createRateLimits(redis: Redis, factor = 1): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(perMinute).map(([kind, points]) => {
      const options = {
        keyPrefix: `rate:${kind}`,
        points: Math.max(1, Math.round(points * factor)),
        duration: 60,
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
    async spend(kind, address) {
      try {
        await limiters[kind].consume(address === undefined ? 'unknown' : networkOf(address));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('rate_limited', {
          details: { retryAfter: Math.ceil(refusal.msBeforeNext / 1_000) },
        });
      }
    },
  };
}
