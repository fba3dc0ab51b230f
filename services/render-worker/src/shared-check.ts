import { times } from '@sello/kit';
import { LRUCache } from 'lru-cache';

const maxKeys = 1_000;

/**
 * Shares checks that every chunk of a batch needs: calls with one key share a check that is running, and its result for
 * a second if it is true. False and errors are not kept.
 */
export function createSharedCheck(): (key: string, check: () => Promise<boolean>) => Promise<boolean> {
  const cache = new LRUCache<string, true, () => Promise<boolean>>({
    max: maxKeys,
    ttl: times.objectStoreSharedMs,
    fetchMethod: async (_key, _stale, { context: check }) => (await check()) || undefined,
  });
  return async (key, check) => (await cache.fetch(key, { context: check })) ?? false;
}
