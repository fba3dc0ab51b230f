import type { Progress, Queue } from '@sello/queue';
import type { Store } from '@sello/store';

/** Enqueues what no queue holds any more, rows whose wait is over among them, and publishes counts that were lost. */
export async function reconcileEmails(parts: {
  store: Pick<Store, 'batches'>;
  queue: Pick<Queue, 'enqueue'>;
  progress: Progress;
}): Promise<void> {
  const { store, queue, progress } = parts;
  const { chunks, counts } = await store.batches.acrossTenants.stuck({ kinds: ['email'] });
  for (const { tenantId, batchId, from, to } of chunks) {
    await queue.enqueue('email', { tenantId, batchId, from, to });
  }
  for (const count of counts) await progress.publish(count);
}
