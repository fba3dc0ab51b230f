import { limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../redis.ts';
import { networkOf } from './client-network.ts';

interface Rate {
  points: number;
  seconds: number;
  /** Counted by an organization, a person or another key instead of by address. */
  byKey?: true;
}

/**
 * Limits per address (IPv6: per /64) for requests that are not API calls, and for tries that no other limit counts
 * together. A whole class may share one address, so the limits are set to stop scripts, not people.
 */
const kinds = {
  sign: { points: 240, seconds: 60 },
  refresh: { points: 600, seconds: 60 },
  download: { points: 1_200, seconds: 60 },
  picture: { points: 240, seconds: 60 },
  /** Pages of certificates that the server describes; beyond that they are the application's alone. */
  page: { points: 600, seconds: 60 },
  /** Tries of invitations' codes, by a person and from an address. */
  inviteCodeOf: { points: 10, seconds: 60, byKey: true },
  inviteCode: { points: 30, seconds: 60 },
  /** Addresses that an organization invites. */
  invite: { points: limits.invitesPerHour, seconds: 3_600, byKey: true },
  /** Domains that an organization claims. */
  domainClaim: { points: limits.domainClaimsPerHour, seconds: 3_600, byKey: true },
  /** Reports of mistakes: each sends a letter to an address that a stranger names, in the name of an organization. */
  mistake: { points: 5, seconds: 3_600 },
  mistakeTo: { points: 3, seconds: 24 * 3_600, byKey: true },
  mistakeAbout: { points: 50, seconds: 24 * 3_600, byKey: true },
} as const satisfies Record<string, Rate>;
export type LimitedKind = keyof typeof kinds;

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
      const { byKey }: Rate = kinds[kind];
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
