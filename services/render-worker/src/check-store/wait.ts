import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '@sello/kit';
import type { Store } from '@sello/store';
import { reissuedBy } from '../upkeep/repairs/files.ts';
import type { Report } from './report.ts';

/**
 * Waits until the batches with rows that were put back have ended, the files marked as missing were processed, and
 * replacements of lost certificates were issued. Returns after half an hour at the latest.
 */
export async function waitForRepairs(
  { batches, consistency }: Pick<Store, 'batches' | 'consistency'>,
  { chunks, missingIn }: Report,
): Promise<void> {
  const waiting = new Map(chunks.map(({ tenantId, batchId }) => [batchId, tenantId]));
  const isRepaired = async (): Promise<boolean> => {
    for (const [batchId, tenantId] of waiting) {
      const batch = await batches.get(tenantId, batchId);
      if (batch !== null && !batch.endedAt) return false;
      waiting.delete(batchId);
    }
    if ((await consistency.acrossTenants.missingFiles(1)).length > 0) return false;
    for (const tenantId of missingIn) {
      const { items } = await batches.list(tenantId, { running: true });
      if (items.some((batch) => batch.createdBy === reissuedBy)) return false;
    }
    return true;
  };
  const deadline = Date.now() + times.repairMs;
  while (!(await isRepaired()) && Date.now() < deadline) await sleep(times.repairPollMs);
}
