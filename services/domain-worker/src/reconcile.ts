import { times } from '@sello/kit';
import type { Queue } from '@sello/queue';
import type { Store } from '@sello/store';

/** Domains of one read, and how long they are leased to its caller: as long as a backlog may take to be checked. */
const page = { limit: 200, leaseMs: times.domainLeaseMs } as const;

/**
 * Enqueues every domain whose next check is due, and leases it afterwards: a worker that is killed in between delays none.
 * Two workers that enqueue the same domain at once enqueue it once.
 */
export async function enqueueDue({
  store,
  queue,
}: {
  store: Pick<Store, 'domains'>;
  queue: Pick<Queue, 'enqueue'>;
}): Promise<void> {
  const now = new Date();
  for (;;) {
    const due = await store.domains.acrossTenants.due({
      ...{ ...page, now },
      beforeLease: ({ tenantId, _id }) => queue.enqueue('domain', { tenantId, domainId: _id }),
    });
    if (due.length === 0) return;
  }
}
