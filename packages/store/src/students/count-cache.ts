import { LRUCache } from 'lru-cache';

/** Of one search: how many students it matches, how many of them are certified, and how many there are at all. */
export interface Counts {
  total: number;
  certified: number;
  allStudents: number;
}

interface CacheEntry {
  counted: Promise<Counts>;
  isLarge: boolean;
  /** Until when it answers first pages, and further ones, ms; not yet known while it is being counted. */
  freshUntil: number;
  furtherUntil: number;
}

export interface CountCache {
  /** The counts of a search: those remembered, or counted now. Further pages take older ones than a first page does. */
  of(tenantId: string, words: string, isFirst: boolean, count: () => Promise<Counts>): Promise<Counts>;
  /** Students of these organizations were written, or of any when it is not known whose. */
  invalidate(tenantIds: readonly string[] | undefined): void;
}

/** Fewer than these are counted each time: it takes a moment, and the number is always of now. */
const few = 1_000;
/** Counting takes a hundredth of the time at most, while a count is never older than ten seconds on a first page. */
const rest = 100;
const longestMs = 10_000;
/** A list that is read page by page shows the totals of when it was begun. */
const furtherMs = 60_000;
const mostTenants = 500;
const mostSearches = 50;

/**
 * Counts of large lists, remembered by this process for a while: many tabs ask for the same page every few seconds while
 * certificates are issued. What this process writes is forgotten at once, what others write shows some seconds later.
 */
export function createCountCache(now: () => number = Date.now): CountCache {
  const tenants = new LRUCache<string, LRUCache<string, CacheEntry>>({ max: mostTenants });

  function searchesOf(tenantId: string): LRUCache<string, CacheEntry> {
    const searches = tenants.get(tenantId) ?? new LRUCache({ max: mostSearches });
    tenants.set(tenantId, searches);
    return searches;
  }

  return {
    of(tenantId, words, isFirst, count) {
      const searches = searchesOf(tenantId);
      const known = searches.get(words);
      if (known && now() < (isFirst ? known.freshUntil : known.furtherUntil)) return known.counted;
      const began = now();
      // Of a list that was large before, those who ask while it is being counted wait for the same answer.
      const until = known?.isLarge ? Number.POSITIVE_INFINITY : 0;
      const entry: CacheEntry = { counted: count(), isLarge: false, freshUntil: until, furtherUntil: until };
      searches.set(words, entry);
      entry.counted.then(
        ({ allStudents }) => {
          entry.isLarge = allStudents >= few;
          entry.freshUntil = entry.isLarge ? now() + Math.min(longestMs, (now() - began) * rest) : 0;
          entry.furtherUntil = entry.isLarge ? now() + furtherMs : 0;
        },
        () => {
          if (searches.peek(words) === entry) searches.delete(words);
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
