export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** The wait before try `attempt + 1` (attempt counts from 1): doubled each time, with full jitter in its upper half. */
export function backoffMs(attempt: number, { firstMs, maxMs }: Backoff): number {
  const whole = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return whole / 2 + (whole / 2) * Math.random();
}
