/** A token bucket: `size` points, refilled evenly within a minute. */
export interface Bucket {
  key: string;
  cost: number;
  size: number;
}

/** A concurrency limit: so many holders at a time. */
export interface Place {
  key: string;
  most: number;
}

export interface Entry {
  buckets: readonly Bucket[];
  places: readonly Place[];
  /** Names the holder of the places. */
  lease: string;
}

/** Admitted, or the key that was full and the time until it is not, ms. */
export type Admission = { isIn: true } | { isIn: false; key: string; waitMs: number };

/** Counts what callers spend and hold. An entry takes all it asks for, or nothing. */
export interface Counts {
  enter(entry: Entry): Promise<Admission>;
  /** Keeps the places for another `leaseMs`. */
  renew(entry: Entry): Promise<void>;
  leave(entry: Entry): Promise<void>;
}

export const windowMs = 60_000;
/** How long the places of a process that died are kept, ms. Running processes renew theirs. */
export const leaseMs = 30_000;
/** When to retry for a place, ms: it is unknown when one is released. */
export const placeWaitMs = 1_000;

const sweepAt = 10_000;

/** Counts of this process alone, for as long as the shared ones cannot be reached. */
export class LocalCounts implements Counts {
  /** When each bucket would be full again, ms (the generic cell rate algorithm). */
  readonly #full = new Map<string, number>();
  readonly #held = new Map<string, Map<string, number>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async enter({ buckets, places, lease }: Entry): Promise<Admission> {
    const now = this.#now();
    const next = buckets.map(
      ({ key, cost, size }) => Math.max(this.#full.get(key) ?? 0, now) + (cost * windowMs) / size,
    );
    for (const [index, { key }] of buckets.entries()) {
      const waitMs = next[index]! - now - windowMs;
      if (waitMs > 0) return { isIn: false, key, waitMs: Math.ceil(waitMs) };
    }
    for (const { key, most } of places) {
      const held = this.#held.get(key);
      for (const [holder, until] of held ?? []) if (until <= now) held?.delete(holder);
      if ((held?.size ?? 0) >= most) return { isIn: false, key, waitMs: placeWaitMs };
    }
    for (const [index, { key }] of buckets.entries()) this.#full.set(key, next[index]!);
    for (const { key } of places) {
      const held = this.#held.get(key) ?? new Map<string, number>();
      this.#held.set(key, held.set(lease, now + leaseMs));
    }
    if (this.#full.size > sweepAt) this.#sweep(now);
    return { isIn: true };
  }

  async renew({ places, lease }: Entry): Promise<void> {
    for (const { key } of places) {
      const held = this.#held.get(key);
      if (held?.has(lease)) held.set(lease, this.#now() + leaseMs);
    }
  }

  async leave({ places, lease }: Entry): Promise<void> {
    for (const { key } of places) {
      const held = this.#held.get(key);
      held?.delete(lease);
      if (held?.size === 0) this.#held.delete(key);
    }
  }

  #sweep(now: number): void {
    for (const [key, full] of this.#full) if (full <= now) this.#full.delete(key);
  }
}
