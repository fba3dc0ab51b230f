/** The response stored for a key, to be replayed. */
export interface StoredResponse {
  status: number;
  body: unknown;
}

export type IdempotencyBegin =
  /** The first request of its key: run it, then `finish` (or `abandon` when nothing was changed). */
  | { outcome: 'fresh' }
  /** The first request is still running. */
  | { outcome: 'running' }
  | { outcome: 'replay'; answer: StoredResponse }
  /** The key was used with a different body. */
  | { outcome: 'different' };

/** `scope` separates the keys of different users and tenants. */
export interface IdempotencyKeys {
  /**
   * Kept for `serviceLimits.idempotencyKeptMs`. A first request that never finished (a crash) is dropped after `leaseMs`.
   */
  begin(
    scope: { tenantId: string | null; userId: string },
    key: string,
    bodyHash: string,
    options: { leaseMs: number; now?: Date },
  ): Promise<IdempotencyBegin>;
  finish(
    scope: { tenantId: string | null; userId: string },
    key: string,
    answer: StoredResponse,
  ): Promise<void>;
  abandon(scope: { tenantId: string | null; userId: string }, key: string): Promise<void>;
}
