import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';

type Release = () => Promise<unknown>;

/** Releases of leases that are retried when the database was unreachable. */
export interface Releases {
  /** Runs a release. If it fails, it is logged and kept for `retry`. Does not throw. */
  attempt(key: string, release: Release, log: Logger): Promise<void>;
  /** Runs the release kept for this key, if any. Call it when the same work runs again. Throws what the release throws. */
  retry(key: string): Promise<void>;
}

/**
 * A run cannot release its lease while the database is unreachable. Without a retry the next run, seconds later in this
 * process, would wait until the lease expires. A kept release is dropped after `leaseMs`, when the lease has expired
 * anyway; the fence refuses a release that comes too late.
 */
export function createReleases({
  now = Date.now,
  leaseMs = times.leaseMs,
}: {
  now?: () => number;
  leaseMs?: number;
} = {}): Releases {
  const kept = new Map<string, { release: Release; until: number }>();

  function dropExpired(): void {
    for (const [key, { until }] of kept) if (until < now()) kept.delete(key);
  }

  return {
    async attempt(key, release, log) {
      dropExpired();
      try {
        await release();
      } catch (error) {
        log.warn({ err: error }, 'a lease could not be released yet');
        kept.set(key, { release, until: now() + leaseMs });
      }
    },
    async retry(key) {
      dropExpired();
      const entry = kept.get(key);
      if (entry === undefined) return;
      await entry.release();
      kept.delete(key);
    },
  };
}
