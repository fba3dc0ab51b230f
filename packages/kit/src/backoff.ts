export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/**
 * Exponential backoff: ms to wait after failed attempt number `attempt` (from 1). It doubles with each attempt up to
 * `maxMs`, with equal jitter: between half of that and all of it.
 */
export function backoffMs(attempt: number, { firstMs, maxMs }: Backoff): number {
  const longest = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return longest / 2 + (longest / 2) * Math.random();
}
