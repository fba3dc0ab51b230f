import { limits } from '@sello/contracts';
import type { Logger } from '@sello/kit';

type Release = () => Promise<unknown>;

/** Releases of leases that must not be lost because the database was away when they were due. */
export interface Releases {
  /** Runs a release. One that fails is logged and kept for `retry`: it never throws. */
  attempt(key: string, release: Release, log: Logger): Promise<void>;
  /** Runs what is kept for this key, at the begin of the next run of the same work. Throws what the release throws. */
  retry(key: string): Promise<void>;
}

/**
 * A run whose database went away cannot free what it holds; without this the next run, seconds later and in this very
 * process, would wait until the lease is over. What is kept is forgotten after `leaseMs`, when it is free anyway, and a
 * release that comes late is refused by the fence.
 */
export function createReleases({
  now = Date.now,
  leaseMs = limits.leaseMs,
}: {
  now?: () => number;
  leaseMs?: number;
} = {}): Releases {
  const kept = new Map<string, { release: Release; until: number }>();

  function forgetOver(): void {
    for (const [key, { until }] of kept) if (until < now()) kept.delete(key);
  }

  return {
    async attempt(key, release, log) {
      forgetOver();
      try {
        await release();
      } catch (error) {
        log.warn({ err: error }, 'a lease could not be released yet');
        kept.set(key, { release, until: now() + leaseMs });
      }
    },
    async retry(key) {
      forgetOver();
      const entry = kept.get(key);
      if (entry === undefined) return;
      await entry.release();
      kept.delete(key);
    },
  };
}
