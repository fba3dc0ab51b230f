import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@sello/kit';
import type { IdempotencyKeys } from '@sello/store';

/** Who waits for each other: the calls of a person, or (with an empty `userId`) all of an organization. */
export type TurnScope = Parameters<IdempotencyKeys['begin']>[0];

/** Lets calls that look first and write afterwards come one after the other, over all BFFs. */
export interface Turns {
  /** Throws `rate_limited` when the others take longer than a client should wait. */
  take<Result>(scope: TurnScope, name: string, run: () => Promise<Result>): Promise<Result>;
}

export interface TurnTimes {
  /** How long the turn of a process that died is kept, ms; longer than any run takes. */
  leaseMs: number;
  /** How long to wait for one's turn, ms. */
  patienceMs: number;
}

const pollMs = 50;

export function createTurns(
  keys: Pick<IdempotencyKeys, 'begin' | 'abandon'>,
  { leaseMs, patienceMs }: TurnTimes = { leaseMs: 60_000, patienceMs: 15_000 },
): Turns {
  return {
    async take(scope, name, run) {
      const key = `turn ${name}`;
      const end = performance.now() + patienceMs;
      while ((await keys.begin(scope, key, 'turn', { leaseMs })).outcome !== 'fresh') {
        if (performance.now() > end) throw new AppError('rate_limited', { details: { retryAfter: 2 } });
        await sleep(pollMs);
      }
      try {
        return await run();
      } finally {
        // A turn that cannot be given back ends by itself.
        await keys.abandon(scope, key).catch(() => undefined);
      }
    },
  };
}
