import type { BatchItemRecord, Claim, Store } from '../src/index.ts';

export const leaseMs = 20_000;

export const later = (ms: number): Date => new Date(Date.now() + ms);

export const asDone = (items: readonly BatchItemRecord[]) =>
  items.map(({ index, fence }) => ({ index, fence, state: 'done' as const }));

/** Claims every free row of a batch. */
export const claimAll = (
  batches: Store['batches'],
  tenantId: string,
  batchId: string,
  now = new Date(),
  owner = 'worker',
): Promise<Claim> => batches.claim(tenantId, batchId, { from: 0, to: 1_000_000 }, { owner, leaseMs, now });
