import { times } from '@sello/kit';
import { LRUCache } from 'lru-cache';

/** A token bucket: `size` points, refilled evenly within `windowMs`. */
export interface Bucket {
  key: string;
  cost: number;
  size: number;
  windowMs: number;
}

/** How long a bucket takes to refill what it gives, ms. */
export const refillMs = ({ cost, size, windowMs }: Bucket): number => (cost * windowMs) / size;

/** A concurrency limit: a semaphore with `limit` slots. */
export interface Slot {
  key: string;
  limit: number;
}

export interface Acquisition {
  buckets: readonly Bucket[];
  slots: readonly Slot[];
  /** Identifies the holder of the slots. */
  lease: string;
}

/** Admitted, or the key that was exhausted and the time until it is worth a retry, ms. */
export type Admission = { isAdmitted: true } | { isAdmitted: false; key: string; waitMs: number };

/** Token buckets and semaphores. An acquisition is atomic: it takes everything or nothing. */
export interface Counts {
  acquire(acquisition: Acquisition): Promise<Admission>;
  /** Renews the lease of the slots for another `times.slotLeaseMs`. */
  renew(acquisition: Acquisition): Promise<void>;
  release(acquisition: Acquisition): Promise<void>;
}

/** One IPv6 /48 has 65,536 networks that are counted apart: beyond so many, those that were asked longest ago are full again. */
const maxBuckets = 50_000;

/** Counts of this process only, used while Redis is unavailable. */
export class LocalCounts implements Counts {
  /** The time at which each bucket is full again, ms (generic cell rate algorithm). */
  readonly #full = new LRUCache<string, number>({ max: maxBuckets });
  readonly #held = new Map<string, Map<string, number>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async acquire({ buckets, slots, lease }: Acquisition): Promise<Admission> {
    const now = this.#now();
    const next = buckets.map((bucket) => Math.max(this.#full.get(bucket.key) ?? 0, now) + refillMs(bucket));
    for (const [index, { key, windowMs }] of buckets.entries()) {
      const waitMs = next[index]! - now - windowMs;
      if (waitMs > 0) return { isAdmitted: false, key, waitMs: Math.ceil(waitMs) };
    }
    for (const { key, limit } of slots) {
      const held = this.#held.get(key);
      for (const [holder, until] of held ?? []) if (until <= now) held?.delete(holder);
      if ((held?.size ?? 0) >= limit) return { isAdmitted: false, key, waitMs: times.slotRetryMs };
    }
    for (const [index, { key }] of buckets.entries()) this.#full.set(key, next[index]!);
    for (const { key } of slots) {
      const held = this.#held.get(key) ?? new Map<string, number>();
      this.#held.set(key, held.set(lease, now + times.slotLeaseMs));
    }
    return { isAdmitted: true };
  }

  async renew({ slots, lease }: Acquisition): Promise<void> {
    for (const { key } of slots) {
      const held = this.#held.get(key);
      if (held?.has(lease)) held.set(lease, this.#now() + times.slotLeaseMs);
    }
  }

  async release({ slots, lease }: Acquisition): Promise<void> {
    for (const { key } of slots) {
      const held = this.#held.get(key);
      held?.delete(lease);
      if (held?.size === 0) this.#held.delete(key);
    }
  }
}
