import type { Queue } from '@sello/queue';
import type { Store } from '@sello/store';

/** Enqueues every domain whose next check is due; the read leases each domain, so that only one worker enqueues it. */
export async function enqueueDue({
  store,
  queue,
}: {
  store: Pick<Store, 'domains'>;
  queue: Pick<Queue, 'enqueue'>;
}): Promise<void> {
  for (const { tenantId, _id } of await store.domains.acrossTenants.due()) {
    await queue.enqueue('domain', { tenantId, domainId: _id });
  }
}
