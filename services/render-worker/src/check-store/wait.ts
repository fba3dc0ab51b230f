import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@sello/store';
import { reissuedBy } from '../upkeep/repairs/files.ts';
import type { Report } from './report.ts';

const everyMs = 500;
const patienceMs = 30 * 60_000;

/**
 * Waits until the batches with rows that were put back have ended, the files marked as missing were processed, and
 * replacements of lost certificates are issued. Ends after half an hour in any case.
 */
export async function waitForRepairs(
  { batches, soundness }: Pick<Store, 'batches' | 'soundness'>,
  { chunks, missingIn }: Report,
): Promise<void> {
  const waiting = new Map(chunks.map(({ tenantId, batchId }) => [batchId, tenantId]));
  const isRepaired = async (): Promise<boolean> => {
    for (const [batchId, tenantId] of waiting) {
      const batch = await batches.get(tenantId, batchId);
      if (batch !== null && !batch.endedAt) return false;
      waiting.delete(batchId);
    }
    if ((await soundness.acrossTenants.missingFiles(1)).length > 0) return false;
    for (const tenantId of missingIn) {
      const { items } = await batches.list(tenantId, { running: true });
      if (items.some((batch) => batch.createdBy === reissuedBy)) return false;
    }
    return true;
  };
  const giveUpAt = Date.now() + patienceMs;
  while (!(await isRepaired()) && Date.now() < giveUpAt) await sleep(everyMs);
}
