import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  budgets,
  type CallLimit,
  callLimits,
  maxConcurrentWholeLists,
  organizationFactors,
  serviceLimits,
} from '@sello/contracts';
import { AppError, times } from '@sello/kit';
import { LRUCache } from 'lru-cache';
import pRetry from 'p-retry';
import { networkOf } from '../http/client-network.ts';
import type { Acquisition, Bucket, Counts, Slot } from './counts.ts';

/** The caller: a person in an organization or in none, or for a public call an address. */
export type Caller = { userId: string; tenantId: string | undefined } | { address: string | undefined };

export interface CallName {
  resource: string;
  /** The call's key in its contract. */
  key: string;
}

/** A call within its limits. */
export interface AdmittedCall {
  /**
   * Charges the higher cost of a list without `limit`. Waits up to 10 s for other such lists of the same person, then
   * throws `rate_limited`.
   */
  admitWholeList(): Promise<void>;
  release(): void;
}

/** Enforces the table of limits in the contracts (`callLimits`). */
export interface CallLimiter {
  /**
   * Throws `rate_limited` for a person who was refused this call and retries too early. It is called before anything is
   * read from the database, because a refusal must be cheaper than an answer. The refusal is delayed by half a second, to
   * slow down clients that retry at once.
   */
  checkRecentRefusal(call: CallName, userId: string): Promise<void>;
  /** Throws `rate_limited` with the seconds to wait. */
  admit(call: CallName, caller: Caller): Promise<AdmittedCall>;
}

/** A second whole list of a person waits for the first: it is probably from a second tab. */
const wholeListRetry = {
  retries: Number.POSITIVE_INFINITY,
  factor: 1,
  minTimeout: times.wholeListAgainMs,
  maxRetryTime: times.wholeListWaitMs,
  shouldRetry: ({ error }: { error: Error }) =>
    error instanceof AppError && Number(error.details?.retryAfter) <= 1,
};
const maxRefused = 10_000;
const windowMs = serviceLimits.callWindowMs;

/** `factor` multiplies the limits per minute; the concurrency limits stay. */
export function createCallLimiter(counts: Counts, factor = 1): CallLimiter {
  const sized = (points: number) => Math.max(1, Math.round(points * factor));

  // The cost is capped at the bucket's size: otherwise the call would never be admitted.
  const budgetOf = ({ key, budget }: Scope, cost: number): Bucket => ({
    key,
    cost: Math.min(cost, sized(budget)),
    size: sized(budget),
    windowMs,
  });

  // Of this process only; an entry expires after the wait time of its refusal.
  const refused = new LRUCache<string, true>({ max: maxRefused });

  async function take(acquisition: Acquisition, who?: string): Promise<() => void> {
    const admission = await counts.acquire(acquisition);
    if (!admission.isAdmitted) {
      const isSpent = acquisition.buckets.some(({ key }) => key === admission.key);
      if (isSpent && who !== undefined) refused.set(who, true, { ttl: admission.waitMs });
      throw refusal(admission);
    }
    if (acquisition.slots.length === 0) return () => undefined;
    const renewing = setInterval(
      () => void counts.renew(acquisition).catch(() => undefined),
      times.slotLeaseMs / 3,
    );
    renewing.unref();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      clearInterval(renewing);
      void counts.release(acquisition).catch(() => undefined);
    };
  }

  return {
    async checkRecentRefusal({ resource, key }, userId) {
      const waitMs = refused.getRemainingTTL(`${userId} ${resource}.${key}`);
      if (waitMs <= 0) return;
      await pause(times.refusalDelayMs);
      throw refusal({ key: 'person', waitMs });
    },
    async admit({ resource, key }, caller) {
      const limit = limitOf(resource, key);
      const name = `${resource}.${key}`;
      const scopes = scopesOf(caller);
      const releases = [
        await take(
          {
            lease: randomUUID(),
            buckets: scopes.flatMap((scope) => [
              budgetOf(scope, limit.cost),
              { key: `${scope.key}:${name}`, cost: 1, size: sized(limit.burst * scope.burst), windowMs },
            ]),
            slots: scopes.map((scope) => ({
              key: `${scope.key}:${name}:now`,
              limit: limit.concurrency * scope.concurrency,
            })),
          },
          'userId' in caller ? `${caller.userId} ${name}` : undefined,
        ),
      ];
      return {
        async admitWholeList() {
          if (limit.whole === undefined) return;
          const { cost, burst } = limit.whole;
          const buckets = scopes.flatMap((scope): Bucket[] => [
            budgetOf(scope, cost),
            { key: `${scope.key}:${name}:whole`, cost: 1, size: sized(burst * scope.burst), windowMs },
          ]);
          const slots: Slot[] = [{ key: `${scopes[0]!.key}:whole:now`, limit: maxConcurrentWholeLists }];
          releases.push(await pRetry(() => take({ lease: randomUUID(), buckets, slots }), wholeListRetry));
        },
        release() {
          for (const release of releases) release();
        },
      };
    },
  };
}

interface Scope {
  key: string;
  budget: number;
  /** Factor of the call's own limit. */
  burst: number;
  concurrency: number;
}

function scopesOf(caller: Caller): Scope[] {
  if ('address' in caller) {
    const network = caller.address === undefined ? 'unknown' : networkOf(caller.address);
    return [{ key: `address:${network}`, budget: budgets.address, burst: 1, concurrency: 1 }];
  }
  const person = { key: `person:${caller.userId}`, budget: budgets.person, burst: 1, concurrency: 1 };
  if (caller.tenantId === undefined) return [person];
  const key = `organization:${caller.tenantId}`;
  return [person, { key, budget: budgets.organization, ...organizationFactors }];
}

function limitOf(resource: string, key: string): CallLimit {
  const limit = (callLimits as Record<string, Record<string, CallLimit>>)[resource]?.[key];
  if (limit === undefined) throw new Error(`${resource}.${key} has no limits`);
  return limit;
}

function refusal({ key, waitMs }: { key: string; waitMs: number }): AppError {
  return new AppError('rate_limited', {
    details: { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)), limited: key.split(':')[0] },
  });
}
