import { LRUCache } from 'lru-cache';

/**
 * Up to which row each batch is enqueued, as far as this process knows. The mark only grows: other processes enqueue
 * more, none removes any, so the true mark is never below the one held here.
 */
export interface HighWaterMarks {
  /** Rows with `index < to` are enqueued. */
  raise(batchId: string, to: number): void;
  /** Whether at least half of `ahead` chunks beyond row `to` are known to be enqueued, so that no query is needed. */
  isFarBeyond(batchId: string, to: number, ahead: number): boolean;
}

export function createHighWaterMarks(keptBatches: number, chunkItems: number): HighWaterMarks {
  const known = new LRUCache<string, number>({ max: keptBatches });
  return {
    raise(batchId, to) {
      known.set(batchId, Math.max(known.get(batchId) ?? 0, to));
    },
    isFarBeyond: (batchId, to, ahead) => (known.get(batchId) ?? 0) - to >= Math.ceil(ahead / 2) * chunkItems,
  };
}
