import { limits } from '@sello/contracts';
import { LRUCache } from 'lru-cache';

/**
 * How far batches are handed out, as far as this process knows: others hand out more, nobody takes any back, so that it
 * is never less than what is noted.
 */
export interface HighWaterMarks {
  /** Rows below have been handed to the queue. */
  raise(batchId: string, to: number): void;
  /** Whether at least half of `ahead` chunks beyond that row are known to be handed out: there is no need to ask. */
  isFarBeyond(batchId: string, to: number, ahead: number): boolean;
}

export function createHighWaterMarks(keptBatches: number): HighWaterMarks {
  const known = new LRUCache<string, number>({ max: keptBatches });
  return {
    raise(batchId, to) {
      known.set(batchId, Math.max(known.get(batchId) ?? 0, to));
    },
    isFarBeyond: (batchId, to, ahead) =>
      (known.get(batchId) ?? 0) - to >= Math.ceil(ahead / 2) * limits.chunkItems,
  };
}
