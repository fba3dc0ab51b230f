/** The answer kept for a key: what was sent, to be sent again. */
export interface KeptAnswer {
  status: number;
  body: unknown;
}

export type IdempotencyBegin =
  /** First of its key: do it, then `finish` (or `abandon` when nothing was changed). */
  | { outcome: 'fresh' }
  /** The first one is still at work. */
  | { outcome: 'running' }
  | { outcome: 'replay'; answer: KeptAnswer }
  /** The key was used with another body. */
  | { outcome: 'different' };

/** `scope` keeps the keys of people apart: user and tenant. */
export interface IdempotencyKeys {
  /** Kept for `limits.idempotencyKeptMs`. A first one that never finished (a crash) is forgotten after `leaseMs` (default 5 min). */
  begin(
    scope: { tenantId: string | null; userId: string },
    key: string,
    bodyHash: string,
    options?: { leaseMs?: number; now?: Date },
  ): Promise<IdempotencyBegin>;
  finish(scope: { tenantId: string | null; userId: string }, key: string, answer: KeptAnswer): Promise<void>;
  abandon(scope: { tenantId: string | null; userId: string }, key: string): Promise<void>;
}
