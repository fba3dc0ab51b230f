import { limits } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import type { DeletionContext } from './deletion-context.ts';
import { removeData } from './remove-data.ts';

const batchesAtOnce = 100;

/**
 * Empties the trash of students whose time has passed. Cancels what still runs in deleted organizations, and removes the data of those whose time has passed. Each step is
 * repeated from the start after a crash: what is gone is not found again, and nothing is marked as removed before
 * everything was.
 */
export async function finishDeletions(
  context: DeletionContext,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const { store, log } = context;
  const removed = await store.trash.acrossTenants.removeOlder(new Date(now.getTime() - limits.restorableMs));
  if (removed > 0) log.info({ removed }, 'deleted students for good whose time in the trash has passed');
  for (const { _id: tenantId, deletion } of await store.tenants.listDeleted()) {
    signal.throwIfAborted();
    const open = await cancelBatches(context, tenantId);
    // Rows that a worker holds still end; the next run finds the batch ended.
    if (deletion.until > now || open > 0) continue;
    if (!(await store.tenants.beginRemoval(tenantId, now))) continue;
    await removeData(context, tenantId, signal);
    await store.tenants.endRemoval(tenantId, now);
    log.info({ tenantId }, 'removed the data of a deleted organization');
  }
}

/** Returns how many batches have not ended. */
async function cancelBatches(
  { store: { batches }, progress }: DeletionContext,
  tenantId: string,
): Promise<number> {
  const { items } = await batches.list(tenantId, { running: true, limit: batchesAtOnce });
  let open = 0;
  for (const { _id } of items) {
    try {
      const count = await batches.cancel(tenantId, _id);
      await progress.publish(count);
      if (!count.ended) open++;
    } catch (error) {
      // It has ended meanwhile.
      if (!isAppError(error, 'batch_not_running')) throw error;
    }
  }
  return open;
}
