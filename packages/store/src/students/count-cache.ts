import { times } from '@sello/kit';
import { LRUCache } from 'lru-cache';

/**
 * Of one search and filter: how many students match, how many of those are certified, and how many there are in all.
 */
export interface Counts {
  total: number;
  certified: number;
  allStudents: number;
}

interface CacheEntry {
  counted: Promise<Counts>;
  isLarge: boolean;
  /**
   * The entry is fresh until this time for first pages and for following ones, ms since the epoch; infinite or 0 while
   * the count is running.
   */
  freshUntil: number;
  furtherUntil: number;
}

export interface CountCache {
  /** The counts of what `key` identifies, cached or counted now. A following page accepts older ones than a first page. */
  of(tenantId: string, key: string, isFirst: boolean, count: () => Promise<Counts>): Promise<Counts>;
  /** To be called after students of these organizations were written; `undefined` invalidates all. */
  invalidate(tenantIds: readonly string[] | undefined): void;
}

/** Fewer than these are counted each time: that is fast and always current. */
const few = 1_000;
/** A count stays fresh for 100 times as long as counting took, up to `times.countKeptMs` for first pages. */
const rest = 100;
const mostTenants = 500;
const mostSearches = 50;

/**
 * Caches the counts of large lists in this process: many tabs request the same page every few seconds while
 * certificates are issued. Writes of this process invalidate them at once; writes of other processes show after some
 * seconds, or at once after `recount`.
 */
export function createCountCache(now: () => number = Date.now): CountCache {
  const tenants = new LRUCache<string, LRUCache<string, CacheEntry>>({ max: mostTenants });

  function searchesOf(tenantId: string): LRUCache<string, CacheEntry> {
    const searches = tenants.get(tenantId) ?? new LRUCache({ max: mostSearches });
    tenants.set(tenantId, searches);
    return searches;
  }

  return {
    of(tenantId, key, isFirst, count) {
      const searches = searchesOf(tenantId);
      const known = searches.get(key);
      if (known && now() < (isFirst ? known.freshUntil : known.furtherUntil)) return known.counted;
      const began = now();
      // While a list that was large before is being counted, concurrent callers share the result.
      const until = known?.isLarge ? Number.POSITIVE_INFINITY : 0;
      const entry: CacheEntry = { counted: count(), isLarge: false, freshUntil: until, furtherUntil: until };
      searches.set(key, entry);
      entry.counted.then(
        ({ allStudents }) => {
          entry.isLarge = allStudents >= few;
          entry.freshUntil = entry.isLarge ? now() + Math.min(times.countKeptMs, (now() - began) * rest) : 0;
          entry.furtherUntil = entry.isLarge ? now() + times.furtherCountKeptMs : 0;
        },
        () => {
          if (searches.peek(key) === entry) searches.delete(key);
        },
      );
      return entry.counted;
    },
    invalidate(tenantIds) {
      if (tenantIds === undefined) tenants.clear();
      else for (const tenantId of tenantIds) tenants.delete(tenantId);
    },
  };
}
